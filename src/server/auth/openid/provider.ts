import type { Config } from '#server/config.ts'
import { type AppleKey, type Provider, startsVisits } from '#server/provider-settings.ts'

/** A provider as sign-in works with it, under the name that identities carry. */
export type SignInProvider = {
	name: string
	/** `oauth2` is a custom one without OpenID. */
	kind: Provider['kind'] | 'oauth2'
	/** The first begins visits; ID tokens may be made out to any of them. */
	clientIds: readonly string[]
	clientSecret: string | AppleKey | undefined
	issuer: string
	/** All that a visit asks for; callers may add to it. */
	scopes: readonly string[]
	skipNonceCheck: boolean
	emailOptional: boolean
	custom?: CustomTraits
}

/** What an administrator may say of a provider that they added while the server runs. */
export type CustomTraits = {
	/** When it was last changed; what is remembered of it counts until then. */
	changedAt: number
	/** Whether machines of one's own network may be asked, and without TLS. */
	allowPrivate: boolean
	pkce: boolean
	/** Sent along with each visit. */
	parameters: Readonly<Record<string, string>>
	/** Our name of a claim, and the provider's (or, if it is no text, its value). */
	mapping: Readonly<Record<string, unknown>>
	/** Claims that are kept as they come. */
	keptClaims: readonly string[]
	discoveryUrl: string | undefined
	/** Plain OAuth 2 publishes nothing of itself. */
	addresses: { authorize: string; token: string; userinfo: string } | undefined
	/** Whether the provider's name for itself is known, which it may put into its answers. */
	namesIssuer: boolean
}

const scopes: Readonly<Record<Provider['kind'], readonly string[]>> = {
	openid: ['openid', 'email', 'profile'],
	apple: ['openid', 'email', 'name'],
	github: ['user:email'],
}

/** The providers of the settings, by name. */
export function settledProviders({ providers }: Config): ReadonlyMap<string, SignInProvider> {
	return new Map(
		Object.entries(providers).map(([name, provider]) => [
			name,
			{ ...provider, name, scopes: [...scopes[provider.kind], ...provider.scopes] },
		]),
	)
}

/** The names of those that a visit can begin with. */
export function visitable({ providers }: Config): string[] {
	return Object.keys(providers).filter((name) => {
		const provider = providers[name]
		return provider && startsVisits(provider)
	})
}

/** Whether the provider signs ID tokens. */
export function signsIdTokens({ kind }: SignInProvider): boolean {
	return kind === 'openid' || kind === 'apple'
}
