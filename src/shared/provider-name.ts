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
