import type { AppConfig } from '#web/lib/client/config.ts'

/** The enabled providers, Google first. */
export function enabledProviders(config: AppConfig | undefined): string[] {
	return Object.entries(config?.providers ?? {})
		.filter(([, isOn]) => isOn)
		.map(([name]) => name)
		.sort((one, other) => Number(other === 'google') - Number(one === 'google'))
}
