import type { Config } from '#server/config.ts'
import { type AppleKey, type Provider, startsVisits } from '#server/provider-settings.ts'

/** A provider as sign-in works with it, under the name that identities carry. */
export type SignInProvider = {
	name: string
	kind: Provider['kind']
	clientIds: readonly string[]
	clientSecret: string | AppleKey | undefined
	issuer: string
	/** All that a visit asks for; callers may add to it. */
	scopes: readonly string[]
	skipNonceCheck: boolean
	emailOptional: boolean
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
