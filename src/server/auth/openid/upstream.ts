import type { JWTVerifyGetKey } from 'jose'
import type { ClientAuth, Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import { appleSecret } from './apple.ts'
import { githubMetadata } from './github.ts'
import type { SignInProvider } from './provider.ts'

type Client = typeof import('openid-client')

/** A provider as it published itself. */
export type Upstream = {
	metadata: ServerMetadata
	/** Its keys, for ID tokens that clients bring along. */
	keys: JWTVerifyGetKey
	/** Speaks with the provider: one configuration for each conversation, the keys kept for the next. */
	converse<T>(work: (configuration: Configuration, client: Client) => Promise<T>): Promise<T>
}
export type Upstreams = (provider: SignInProvider) => Promise<Upstream>

const cacheMilliseconds = 3_600_000
const answerSeconds = 10
/** Seconds that a provider's clock may differ from ours. */
export const clockTolerance = 60

/** Reads what providers publish and remembers it for an hour; a failure is not remembered. */
export function createUpstreams(): Upstreams {
	const remembered = new Map<string, { upstream: Promise<Upstream>; until: number }>()
	return (provider) => {
		const key = JSON.stringify([provider.name, provider.issuer, provider.clientIds[0]])
		const known = remembered.get(key)
		if (known && known.until > Date.now()) return known.upstream
		const upstream = openUpstream(provider)
		remembered.set(key, { upstream, until: Date.now() + cacheMilliseconds })
		upstream.catch(() => remembered.delete(key))
		return upstream
	}
}

async function openUpstream(provider: SignInProvider): Promise<Upstream> {
	// Both are loaded with the first sign-in of this kind; most processes never need them.
	const [client, jose] = await Promise.all([import('openid-client'), import('jose')])
	const clientId = provider.clientIds[0] ?? ''
	const metadata = await readMetadata(provider, clientId, client)
	let jwks: ExportedJWKSCache | undefined
	return {
		metadata,
		keys: jose.createRemoteJWKSet(new URL(metadata.jwks_uri ?? metadata.issuer)),
		async converse(work) {
			const configuration = new client.Configuration(
				metadata,
				clientId,
				{ [client.clockTolerance]: clockTolerance },
				authentication(provider, client),
			)
			configuration.timeout = answerSeconds
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

async function readMetadata(
	provider: SignInProvider,
	clientId: string,
	client: Client,
): Promise<ServerMetadata> {
	if (provider.kind === 'github') return githubMetadata(provider.issuer)
	const configuration = await client.discovery(
		new URL(provider.issuer),
		clientId,
		undefined,
		undefined,
		{
			timeout: answerSeconds,
			execute: mayBePlain(provider) ? [client.allowInsecureRequests] : [],
		},
	)
	return configuration.serverMetadata()
}

/** The operator's own word allows http; what an issuer behind TLS publishes may not lead out of it. */
function mayBePlain({ issuer }: SignInProvider): boolean {
	return issuer.startsWith('http:')
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
