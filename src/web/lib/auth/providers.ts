import type { AppConfig } from '#web/lib/client/config.ts'

const names: Record<string, string> = {
	github: 'GitHub',
	gitlab: 'GitLab',
	azure: 'Microsoft',
	linkedin: 'LinkedIn',
	linkedin_oidc: 'LinkedIn',
	slack_oidc: 'Slack',
	workos: 'WorkOS',
}

/** The display name of a provider: `google` is Google, `github` GitHub; unknown ones are capitalized. */
export function providerName(provider: string): string {
	return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1)
}

/** The enabled providers, Google first. */
export function enabledProviders(config: AppConfig | undefined): string[] {
	return Object.entries(config?.providers ?? {})
		.filter(([, isOn]) => isOn)
		.map(([name]) => name)
		.sort((one, other) => Number(other === 'google') - Number(one === 'google'))
}
