import type { JWTVerifyGetKey } from 'jose'
import type {
	ClientAuth,
	Configuration,
	CustomFetch,
	ExportedJWKSCache,
	ServerMetadata,
} from 'openid-client'
import { appleSecret } from './apple.ts'
import { githubMetadata } from './github.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { publishedBy } from './known-issuers.ts'
import type { SignInProvider } from './provider.ts'

type Client = typeof import('openid-client')

/** A provider as it published itself. */
export type Upstream = {
	metadata: ServerMetadata
	/** Its keys, for ID tokens that clients bring along. */
	keys: JWTVerifyGetKey
	/** How it is reached. */
	fetch: CustomFetch
	/** Speaks with the provider: one configuration for each conversation, the keys kept for the next. */
	converse<T>(work: (configuration: Configuration, client: Client) => Promise<T>): Promise<T>
}
export type Upstreams = (provider: SignInProvider) => Promise<Upstream>

const cacheMilliseconds = 3_600_000
const maxRemembered = 200
const answerSeconds = 10
/** Seconds that a provider's clock may differ from ours. */
export const clockTolerance = 60

/** Reads what providers publish and remembers it for an hour; a failure is not remembered. */
export function createUpstreams(): Upstreams {
	const remembered = new Map<string, { upstream: Promise<Upstream>; until: number }>()
	return (provider) => {
		const { name, issuer, clientIds, custom } = provider
		const key = JSON.stringify([name, issuer, clientIds[0], custom?.changedAt])
		const known = remembered.get(key)
		if (known && known.until > Date.now()) return known.upstream
		// The oldest goes first: only custom providers that change all the time ever come so far.
		if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
		const upstream = openUpstream(provider)
		remembered.set(key, { upstream, until: Date.now() + cacheMilliseconds })
		upstream.catch(() => remembered.delete(key))
		return upstream
	}
}

/** Reads what a provider publishes, now. @throws Error when it cannot be reached or speaks for another */
export async function openUpstream(provider: SignInProvider): Promise<Upstream> {
	// Both are loaded with the first sign-in of this kind; most processes never need them.
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
		async converse(work) {
			const configuration = new client.Configuration(
				metadata,
				clientId,
				{ [client.clockTolerance]: clockTolerance },
				authentication(provider, client),
			)
			configuration.timeout = answerSeconds
			configuration[client.customFetch] = fetch
			if (mayBePlain(provider)) client.allowInsecureRequests(configuration)
			// Trust in TLS alone would let whoever answers for the token endpoint make up any person.
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

async function readMetadata(
	provider: SignInProvider,
	client: Client,
	fetch: CustomFetch,
): Promise<ServerMetadata> {
	const { kind, issuer, clientIds, custom } = provider
	if (kind === 'github') return githubMetadata(issuer)
	if (custom?.addresses)
		return {
			issuer,
			authorization_endpoint: custom.addresses.authorize,
			token_endpoint: custom.addresses.token,
			userinfo_endpoint: custom.addresses.userinfo,
			token_endpoint_auth_methods_supported: ['client_secret_post'],
		}
	const address = new URL(custom?.discoveryUrl ?? issuer)
	const discover = async (timeout: number) => {
		const found = await client.discovery(address, clientIds[0] ?? '', undefined, undefined, {
			timeout,
			[client.customFetch]: fetch,
			execute: mayBePlain(provider) ? [client.allowInsecureRequests] : [],
		})
		return found.serverMetadata()
	}
	const metadata = await (custom
		? discover(answerSeconds)
		: publishedBy(issuer, answerSeconds, discover))
	// The library compares the two itself, but not where the document lies at an address of its own.
	if (custom?.discoveryUrl && metadata.issuer !== issuer)
		throw new Error(`${custom.discoveryUrl} speaks for ${metadata.issuer}`)
	return metadata
}

/** The operator's own word allows http; what an issuer behind TLS publishes may not lead out of it. */
function mayBePlain({ issuer, custom }: SignInProvider): boolean {
	return issuer.startsWith('http:') && (custom?.allowPrivate ?? true)
}

/** How the provider learns that it is us who changes the code. */
function authentication({ clientIds, clientSecret }: SignInProvider, client: Client): ClientAuth {
	if (clientSecret === undefined) return client.None()
	if (typeof clientSecret !== 'string')
		return client.ClientSecretPost(appleSecret(clientSecret, clientIds[0] ?? ''))
	const post = client.ClientSecretPost(clientSecret)
	const basic = client.ClientSecretBasic(clientSecret)
	// OpenID Connect Discovery 1.0 §3: who names no method takes HTTP Basic.
	return (server, ...rest) =>
		(server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
			server,
			...rest,
		)
}
