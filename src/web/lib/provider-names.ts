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
