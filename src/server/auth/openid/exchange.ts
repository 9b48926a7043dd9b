import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { withAppleName } from './apple.ts'
import { profileOfCustomClaims } from './custom-claims.ts'
import { githubProfile } from './github.ts'
import { type Profile, profileOfClaims } from './profile.ts'
import { type SignInProvider, signsIdTokens } from './provider.ts'
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
		const hasTokens = watchTokens(provider, configuration, client, upstream)
		const tokens = await changeCode(provider, configuration, client, back).catch((cause) => {
			if (hasTokens()) throw cause
			throw new ExchangeFailed('the code was not changed for tokens', { cause })
		})
		return {
			profile: await readProfile(provider, configuration, client, back, tokens),
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token ?? null,
		}
	})
}

function changeCode(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	{ parameters, state, verifier, nonce, redirectUri }: Return,
) {
	const { custom } = provider
	const address = new URL(redirectUri)
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
	if (custom && !custom.namesIssuer) address.searchParams.delete('iss')
	return client.authorizationCodeGrant(configuration, address, {
		expectedState: state,
		...(custom?.pkce === false ? {} : { pkceCodeVerifier: verifier }),
		...(nonce ? { expectedNonce: nonce } : {}),
		idTokenExpected: signsIdTokens(provider),
	})
}

/** Notes whether the provider gave tokens: what fails after that is their content, not the exchange. */
function watchTokens(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	upstream: Upstream,
): () => boolean {
	let given = false
	configuration[client.customFetch] = async (address, options) => {
		const response = await upstream.fetch(address, options)
		if (address !== upstream.metadata.token_endpoint) return response
		const answer = tokenAnswer.safeParse(await readJson(response.clone()))
		given = answer.success
		if (!answer.success || signsIdTokens(provider)) return response
		// Without OpenID nobody said whose signature an ID token would carry; the userinfo address is asked instead.
		const { id_token: _, ...rest } = answer.data
		return Response.json(rest, { status: response.status })
	}
	return () => given
}

const tokenAnswer = z.looseObject({ access_token: z.string() })

async function readJson(response: Response): Promise<unknown> {
	try {
		return await response.json()
	} catch {
		return undefined
	}
}

async function readProfile(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	{ parameters }: Return,
	tokens: Awaited<ReturnType<typeof changeCode>>,
): Promise<Profile> {
	const { kind, custom } = provider
	const profileOf = (claims: Record<string, unknown>) =>
		custom ? profileOfCustomClaims(claims, custom) : profileOfClaims(claims)
	if (kind === 'github')
		return githubProfile(client, configuration, provider.issuer, tokens.access_token)
	const { userinfo_endpoint: userinfo } = configuration.serverMetadata()
	if (kind === 'oauth2')
		return profileOf(await askUserinfo(client, configuration, userinfo ?? '', tokens.access_token))
	const claims = tokens.claims()
	if (!claims) throw new Error('there is no ID token')
	if (kind === 'apple') return withAppleName(profileOf(claims), parameters.user)
	if (claims.email !== undefined || !userinfo) return profileOf(claims)
	// OpenID Connect Core 1.0 §5.4: with a code, a person's address may be told at the userinfo endpoint only.
	const told = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
	return profileOf({ ...told, ...claims })
}

/** What plain OAuth 2 says of a person: any JSON object. */
async function askUserinfo(
	client: Client,
	configuration: Configuration,
	address: string,
	accessToken: string,
): Promise<Record<string, unknown>> {
	const response = await client.fetchProtectedResource(
		configuration,
		accessToken,
		new URL(address),
		'GET',
		null,
		new Headers({ accept: 'application/json' }),
	)
	if (!response.ok) throw new Error(`the userinfo endpoint answered ${response.status}`)
	return z.record(z.string(), z.unknown()).parse(await response.json())
}
