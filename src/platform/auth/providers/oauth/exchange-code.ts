import type { Configuration } from 'openid-client'
import { z } from 'zod'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { type ProviderProfile, profileOfClaims } from '#platform/auth/providers/linking/provider-profile.ts'
import { withAppleName } from './apple.ts'
import { callbackUrl } from './authorize.ts'
import { findProvider } from './find-provider.ts'
import { type FetchJson, githubProfile } from './github.ts'
import type { ClaimedFlow } from './oauth-flow-state-queries.ts'
import { type SignInProvider, signsIdTokens } from './provider.ts'
import type { ProviderClient } from './provider-client.ts'

type Client = typeof import('openid-client')

/** A flow that returned, and the parameters that the provider sent with it: `state`, `code` and any others. */
type ReturnedFlow = { flow: ClaimedFlow; parameters: Readonly<Record<string, string>>; redirectUri: string }

/** The profile of a user, and the provider's tokens for the client. */
export type ProviderSignIn = {
	profile: ProviderProfile
	accessToken: string
	refreshToken: string | null
	emailOptional: boolean
}

/** The provider refused to exchange the code. */
export class ExchangeFailed extends Error {}

/**
 * Exchanges a code for tokens and reads the user's profile.
 * @throws ExchangeFailed when the provider refuses or another one answered; Error when the claims do not verify
 */
export function exchangeCode(
	provider: SignInProvider,
	providerClient: ProviderClient,
	returned: ReturnedFlow,
): Promise<ProviderSignIn> {
	return providerClient.withConfiguration(async (configuration, client) => {
		const hasTokens = observeTokenResponse(provider, configuration, client, providerClient)
		const tokens = await requestTokens(provider, configuration, client, returned).catch((cause) => {
			if (hasTokens()) throw cause
			throw new ExchangeFailed('the code was not changed for tokens', { cause })
		})
		return {
			profile: await readProfile(provider, configuration, client, returned, tokens),
			accessToken: tokens.access_token,
			refreshToken: tokens.refresh_token ?? null,
			emailOptional: provider.emailOptional,
		}
	})
}

function requestTokens(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	{ flow, parameters, redirectUri }: ReturnedFlow,
) {
	const { custom } = provider
	const address = new URL(redirectUri)
	for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
	if (custom && !custom.hasIssuer) address.searchParams.delete('iss')
	return client.authorizationCodeGrant(configuration, address, {
		expectedState: flow.id,
		...(custom?.pkce === false ? {} : { pkceCodeVerifier: flow.provider_verifier }),
		...(flow.provider_nonce ? { expectedNonce: flow.provider_nonce } : {}),
		idTokenExpected: signsIdTokens(provider),
	})
}

/** Records whether the provider issued tokens: later failures concern their content, not the exchange. */
function observeTokenResponse(
	provider: SignInProvider,
	configuration: Configuration,
	client: Client,
	providerClient: ProviderClient,
): () => boolean {
	let isReceived = false
	configuration[client.customFetch] = async (address, options) => {
		const response = await providerClient.fetch(address, options)
		if (address !== providerClient.metadata.token_endpoint) return response
		const answer = tokenAnswer.safeParse(await readJson(response.clone()))
		isReceived = answer.success
		if (!answer.success || signsIdTokens(provider)) return response
		// Without OpenID the issuer of an ID token is unknown, so the userinfo endpoint is used instead.
		const { id_token: _, ...rest } = answer.data
		return Response.json(rest, { status: response.status })
	}
	return () => isReceived
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
	{ parameters }: ReturnedFlow,
	tokens: Awaited<ReturnType<typeof requestTokens>>,
): Promise<ProviderProfile> {
	const { kind, custom } = provider
	const profileOf = (claims: Record<string, unknown>) => profileOfClaims(claims, custom)
	const fetchJson: FetchJson = async (address, schema, accept) => {
		const url = new URL(address)
		const headers = new Headers({ accept })
		const response = await client.fetchProtectedResource(configuration, tokens.access_token, url, 'GET', null, headers)
		if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`)
		return schema.parse(await response.json())
	}
	if (kind === 'github') return githubProfile(provider.issuer, fetchJson)
	const { userinfo_endpoint: userinfo } = configuration.serverMetadata()
	// The userinfo response of plain OAuth 2.0 is any JSON object.
	if (kind === 'oauth2')
		return profileOf(await fetchJson(userinfo ?? '', z.record(z.string(), z.unknown()), 'application/json'))
	const claims = tokens.claims()
	if (!claims) throw new Error('there is no ID token')
	if (kind === 'apple') return withAppleName(profileOf(claims), parameters.user)
	if (claims.email !== undefined || !userinfo) return profileOf(claims)
	// OpenID Connect Core 1.0 §5.4: in the code flow the email may be returned by the userinfo endpoint only.
	const userinfoClaims = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
	return profileOf({ ...userinfoClaims, ...claims })
}

/** Exchanges the code of a flow that returned for the profile of its user. @throws AuthError */
export async function exchangeForProfile(
	context: AuthContext,
	flow: ClaimedFlow,
	parameters: Record<string, string>,
): Promise<ProviderSignIn> {
	const provider = await findProvider(context, flow.provider)
	if (!provider || provider === 'disabled')
		throw new AuthError(400, 'oauth_provider_not_supported', 'Unsupported provider: provider is not enabled')
	try {
		const redirectUri = callbackUrl(context)
		return await exchangeCode(provider, await context.providerClients(provider), { flow, parameters, redirectUri })
	} catch (cause) {
		const message =
			cause instanceof ExchangeFailed
				? `Unable to exchange external code: ${parameters.code?.slice(0, 4)}`
				: 'Error getting user profile from external provider'
		throw new AuthError(500, 'unexpected_failure', message, { cause })
	}
}
