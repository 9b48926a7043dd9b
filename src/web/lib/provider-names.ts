import type { AppConfig } from './config.ts'

const names: Record<string, string> = {
	github: 'GitHub',
	gitlab: 'GitLab',
	azure: 'Microsoft',
	linkedin: 'LinkedIn',
	linkedin_oidc: 'LinkedIn',
	slack_oidc: 'Slack',
	workos: 'WorkOS',
}

/** A provider as people call it: `google` is Google, `github` GitHub; unknown ones get a capital. */
export function providerName(provider: string): string {
	return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}

/** The providers that are set up here, Google first. */
export function offeredProviders(config: AppConfig | undefined): string[] {
	return Object.entries(config?.providers ?? {})
		.filter(([, isOn]) => isOn)
		.map(([name]) => name)
		.sort((one, other) => Number(other === 'google') - Number(one === 'google'))
}
