import type { Configuration } from 'openid-client'
import { withAppleName } from './apple.ts'
import { githubProfile } from './github.ts'
import { type Profile, profileOfClaims } from './profile.ts'
import type { SignInProvider } from './provider.ts'
import type { Upstream } from './upstream.ts'

type Client = typeof import('openid-client')

/** What a visit was begun with, and what the provider sent back. */
export type Return = {
	/** `state`, `code` and whatever else came. */
	parameters: Readonly<Record<string, string>>
	state: string
	verifier: string
	nonce: string | null
	redirectUri: string
}

/** Who came back, and the provider's own tokens for the app. */
export type Visitor = { profile: Profile; accessToken: string; refreshToken: string | null }

/** The code could not be changed for tokens. */
export class ExchangeFailed extends Error {}

/**
 * Changes a provider's code for its tokens and reads who they speak of.
 * @throws ExchangeFailed when the provider refuses or another one answered; Error when what it says does not hold
 */
export function exchange(
	provider: SignInProvider,
	upstream: Upstream,
	back: Return,
): Promise<Visitor> {
	return upstream.converse(async (configuration, client) => {
		const tokens = await changeCode(provider, configuration, client, back)
		return {
			profile: await readProfile(provider, configuration, client, back, tokens),
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token ?? null,
		}
	})
}

async function changeCode(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	{ parameters, state, verifier, nonce, redirectUri }: Return,
) {
	const address = new URL(redirectUri)
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
	const hasTokens = watchTokens(configuration, client)
	try {
		return await client.authorizationCodeGrant(configuration, address, {
			expectedState: state,
			pkceCodeVerifier: verifier,
			...(nonce ? { expectedNonce: nonce } : {}),
			idTokenExpected: provider.kind !== 'github',
		})
	} catch (cause) {
		if (hasTokens()) throw cause
		throw new ExchangeFailed('the code was not changed for tokens', { cause })
	}
}

/** Notes whether the provider gave tokens: what fails after that is their content, not the exchange. */
function watchTokens(configuration: Configuration, client: Client): () => boolean {
	const { token_endpoint: endpoint } = configuration.serverMetadata()
	let given = false
	configuration[client.customFetch] = async (address, options) => {
		const response = await fetch(address, options as RequestInit)
		if (address === endpoint) {
			const answer: unknown = await response
				.clone()
				.json()
				.catch(() => undefined)
			given = typeof answer === 'object' && answer !== null && 'access_token' in answer
		}
		return response
	}
	return () => given
}

async function readProfile(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	{ parameters }: Return,
	tokens: Awaited<ReturnType<typeof changeCode>>,
): Promise<Profile> {
	if (provider.kind === 'github')
		return githubProfile(client, configuration, provider.issuer, tokens.access_token)
	const claims = tokens.claims()
	if (!claims) throw new Error('there is no ID token')
	if (provider.kind === 'apple') return withAppleName(profileOfClaims(claims), parameters.user)
	if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint)
		return profileOfClaims(claims)
	// OpenID Connect Core 1.0 §5.4: with a code, a person's address may be told at the userinfo endpoint only.
	const told = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
	return profileOfClaims({ ...told, ...claims })
}
