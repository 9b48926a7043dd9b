import type { Config, Provider } from '#server/config.ts'

/** What a provider publishes of itself (OpenID Connect Discovery 1.0). */
export type ProviderMetadata = {
	issuer: string
	authorization_endpoint: string
	token_endpoint: string
	jwks_uri: string
}

/** A provider that people can sign in with. */
export type OpenidProvider = Provider & { name: string; issuer: string }

const knownIssuers: Readonly<Record<string, string>> = { google: 'https://accounts.google.com' }
const cacheMilliseconds = 3_600_000
const answerMilliseconds = 10_000

/** The providers of an installation that can be used: those whose issuer is known. */
export function openidProviders(config: Config): ReadonlyMap<string, OpenidProvider> {
	const usable = Object.entries(config.providers).flatMap(([name, provider]) => {
		const issuer = provider.issuer ?? knownIssuers[name]
		return issuer ? [[name, { ...provider, name, issuer }] as const] : []
	})
	return new Map(usable)
}

/** Reads and remembers what providers publish. */
export function createDiscovery(): (provider: OpenidProvider) => Promise<ProviderMetadata> {
	const remembered = new Map<string, { metadata: Promise<ProviderMetadata>; until: number }>()
	return ({ issuer }) => {
		const known = remembered.get(issuer)
		if (known && known.until > Date.now()) return known.metadata
		const metadata = discover(issuer)
		remembered.set(issuer, { metadata, until: Date.now() + cacheMilliseconds })
		// A failure is not remembered: the provider may be back with the next request.
		metadata.catch(() => remembered.delete(issuer))
		return metadata
	}
}

async function discover(issuer: string): Promise<ProviderMetadata> {
	const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
	const response = await fetch(address, {
		signal: AbortSignal.timeout(answerMilliseconds),
		redirect: 'error',
	})
	if (!response.ok) throw new Error(`${address} answered ${response.status}`)
	const published = (await response.json()) as ProviderMetadata
	if (published.issuer !== issuer) throw new Error(`${address} speaks for ${published.issuer}`)
	return published
}
