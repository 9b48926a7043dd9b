import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration, CustomFetch, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import { guardedFetch } from '#platform/auth/providers/guarded-fetch.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { appleSecret } from './apple.ts'
import { githubMetadata } from './github.ts'
import type { SignInProvider } from './provider.ts'

type Client = typeof import('openid-client')

/** A provider's metadata and keys. */
export type ProviderClient = {
	metadata: ServerMetadata
	/** The keys of ID tokens that clients bring. */
	keys: JWTVerifyGetKey
	/** The fetch function for this provider. */
	fetch: CustomFetch
	/** Runs `work` with a configuration of its own; the key cache is shared. */
	withConfiguration<T>(work: (configuration: Configuration, client: Client) => Promise<T>): Promise<T>
}
export type ProviderClients = (provider: SignInProvider) => Promise<ProviderClient>

const cacheMilliseconds = 3_600_000
const maxCached = 200
const requestTimeoutSeconds = 10
/** Allowed clock skew in seconds. */
export const clockTolerance = 60

/** Metadata that widely used issuers have published unchanged for years. */
const knownIssuers: Readonly<Record<string, ServerMetadata>> = {
	'https://accounts.google.com': {
		issuer: 'https://accounts.google.com',
		authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
		token_endpoint: 'https://oauth2.googleapis.com/token',
		userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
		jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
	},
	'https://appleid.apple.com': {
		issuer: 'https://appleid.apple.com',
		authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
		token_endpoint: 'https://appleid.apple.com/auth/token',
		jwks_uri: 'https://appleid.apple.com/auth/keys',
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_post'],
	},
}
/** The timeout in seconds for an issuer whose metadata is known. */
const knownIssuerTimeout = 3

/** Reads provider metadata and caches it for an hour; failures are not cached. */
export function createProviderClients(): ProviderClients {
	const cache = new LruCache<string, { providerClient: Promise<ProviderClient>; until: number }>(maxCached)
	return (provider) => {
		const { name, issuer, clientIds, custom } = provider
		const key = JSON.stringify([name, issuer, clientIds[0], custom?.changedAt])
		const known = cache.get(key)
		if (known && known.until > Date.now()) return known.providerClient
		const providerClient = createProviderClient(provider)
		cache.set(key, { providerClient, until: Date.now() + cacheMilliseconds })
		providerClient.catch(() => cache.delete(key))
		return providerClient
	}
}

/** Reads a provider's metadata now. @throws Error when it is unreachable or names another issuer */
export async function createProviderClient(provider: SignInProvider): Promise<ProviderClient> {
	// Loaded on demand: most processes never need these libraries.
	const [client, jose] = await Promise.all([import('openid-client'), import('jose')])
	const clientId = provider.clientIds[0] ?? ''
	const fetch = provider.custom ? guardedFetch(provider.custom.allowPrivate) : plainFetch
	const metadata = await readMetadata(provider, client, fetch)
	let jwks: ExportedJWKSCache | undefined
	return {
		metadata,
		fetch,
		keys: jose.createRemoteJWKSet(new URL(metadata.jwks_uri ?? metadata.issuer), {
			[jose.customFetch]: (address, options) =>
				fetch(address, { ...options, headers: Object.fromEntries(options.headers), body: null }),
		}),
		async withConfiguration(work) {
			const configuration = new client.Configuration(
				metadata,
				clientId,
				{ [client.clockTolerance]: clockTolerance },
				clientAuthentication(provider, client),
			)
			configuration.timeout = requestTimeoutSeconds
			configuration[client.customFetch] = fetch
			if (allowsHttp(provider)) client.allowInsecureRequests(configuration)
			// Without signature checks TLS alone would be trusted, and the token endpoint could invent any user.
			client.enableNonRepudiationChecks(configuration)
			if (jwks) client.setJwksCache(configuration, jwks)
			try {
				return await work(configuration, client)
			} finally {
				jwks = client.getJwksCache(configuration) ?? jwks
			}
		},
	}
}

const plainFetch: CustomFetch = (address, options) => fetch(address, options as RequestInit)

async function readMetadata(provider: SignInProvider, client: Client, fetch: CustomFetch): Promise<ServerMetadata> {
	const { kind, issuer, clientIds, custom } = provider
	if (kind === 'github') return githubMetadata(issuer)
	if (custom?.endpoints)
		return {
			issuer,
			authorization_endpoint: custom.endpoints.authorize,
			token_endpoint: custom.endpoints.token,
			userinfo_endpoint: custom.endpoints.userinfo,
			token_endpoint_auth_methods_supported: ['client_secret_post'],
		}
	const address = new URL(custom?.discoveryUrl ?? issuer)
	const discover = async (timeout: number) => {
		const found = await client.discovery(address, clientIds[0] ?? '', undefined, undefined, {
			timeout,
			[client.customFetch]: fetch,
			execute: allowsHttp(provider) ? [client.allowInsecureRequests] : [],
		})
		return found.serverMetadata()
	}
	const metadata = await (custom
		? discover(requestTimeoutSeconds)
		: discoverIssuer(issuer, requestTimeoutSeconds, discover))
	// The library compares the issuer, except for a discovery document at a separate URL.
	if (custom?.discoveryUrl && metadata.issuer !== issuer)
		throw new Error(`${custom.discoveryUrl} speaks for ${metadata.issuer}`)
	return metadata
}

/**
 * Runs the discovery of an issuer. Known metadata is the fallback: browsers can sign in even if this server cannot
 * reach the issuer now.
 * @param discover takes its timeout in seconds
 */
export function discoverIssuer(
	issuer: string,
	seconds: number,
	discover: (seconds: number) => Promise<ServerMetadata>,
): Promise<ServerMetadata> {
	const known = knownIssuers[issuer]
	return known ? discover(knownIssuerTimeout).catch(() => known) : discover(seconds)
}

/** Operators may configure http; metadata of an issuer behind TLS must not lead to http. */
function allowsHttp({ issuer, custom }: SignInProvider): boolean {
	return issuer.startsWith('http:') && (custom?.allowPrivate ?? true)
}

/** The authentication of the client at the token endpoint. */
function clientAuthentication({ clientIds, clientSecret }: SignInProvider, client: Client): ClientAuth {
	if (clientSecret === undefined) return client.None()
	if (typeof clientSecret !== 'string') return client.ClientSecretPost(appleSecret(clientSecret, clientIds[0] ?? ''))
	const post = client.ClientSecretPost(clientSecret)
	const basic = client.ClientSecretBasic(clientSecret)
	// OpenID Connect Discovery 1.0 §3: HTTP Basic is the default method.
	return (server, ...rest) =>
		(server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest)
}
