import type { Config } from '#platform/config/config.ts'
import { canStartSignIn, type Provider } from '#platform/config/provider-settings.ts'

/** A provider as sign-in uses it, under its name in identities. `scopes` are those of every flow; callers may add more. */
export type SignInProvider = Omit<Provider, 'kind'> & {
	name: string
	/** `oauth2`: a custom provider without OpenID. */
	kind: Provider['kind'] | 'oauth2'
	custom?: CustomProviderOptions
}

/** Options of a provider that an administrator added. */
export type CustomProviderOptions = {
	/** The name that the administrator gave it. */
	label: string
	/** The time of the last change, which is part of cache keys. */
	changedAt: number
	/** Allows private networks, and http there. */
	allowPrivate: boolean
	pkce: boolean
	/** Additional parameters of the authorization request. */
	parameters: Readonly<Record<string, string>>
	/** Claim names of the provider by standard name; a value that is no text is taken literally. */
	mapping: Readonly<Record<string, unknown>>
	/** Claims that are stored unchanged. */
	keptClaims: readonly string[]
	discoveryUrl: string | undefined
	/** The endpoints of plain OAuth 2.0, which has no discovery. */
	endpoints: { authorize: string; token: string; userinfo: string } | undefined
	/** True when the provider's issuer is known, which its responses may name. */
	hasIssuer: boolean
}

const defaultScopes: Readonly<Record<Provider['kind'], readonly string[]>> = {
	openid: ['openid', 'email', 'profile'],
	apple: ['openid', 'email', 'name'],
	github: ['user:email'],
}

/** Providers that Supabase Auth lists in /settings. */
export const supabaseProviders: readonly string[] = [
	...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'snapchat', 'figma', 'fly', 'github'],
	...['gitlab', 'google', 'keycloak', 'kakao', 'linkedin', 'linkedin_oidc', 'notion', 'spotify'],
	...['slack', 'slack_oidc', 'workos', 'twitch', 'twitter', 'zoom'],
]

/** The providers of the settings, by name. */
export function configuredProviders({ providers }: Config): ReadonlyMap<string, SignInProvider> {
	return new Map(
		Object.entries(providers).map(([name, provider]) => [
			name,
			{ ...provider, name, scopes: [...defaultScopes[provider.kind], ...provider.scopes] },
		]),
	)
}

/** Names of the providers that can start a flow. */
export function redirectProviderNames({ providers }: Config): string[] {
	return Object.keys(providers).filter((name) => {
		const provider = providers[name]
		return provider && canStartSignIn(provider)
	})
}

/** The scopes that name and address need, without those that the operator adds to sign-ins. */
export function identityScopes({ kind, scopes }: SignInProvider): readonly string[] {
	return kind === 'oauth2' ? scopes : defaultScopes[kind]
}

/** True for providers that issue ID tokens. */
export function signsIdTokens({ kind }: SignInProvider): boolean {
	return kind === 'openid' || kind === 'apple'
}
