import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import { hashLink } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { bindBrowser } from '#platform/auth/providers/browser-binding.ts'
import { linkingDisabled, requireMayLink } from '#platform/auth/providers/linking/manual-linking.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type AnswerHeaders, json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { findProvider } from './find-provider.ts'
import { insertFlowState, type NewFlow, selectInvitedUser } from './oauth-flow-state-queries.ts'
import { type SignInProvider, signsIdTokens, supabaseProviders } from './provider.ts'
import type { ProviderClient } from './provider-client.ts'

/** Parameters that the server sets or reads; the caller's other parameters are passed on to the provider. */
const reservedParameters = new Set([
	...['provider', 'redirect_to', 'scopes', 'scope', 'invite_token', 'skip_http_redirect', 'apikey'],
	...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
	...['code_challenge', 'code_challenge_method', 'code_verifier', 'nonce'],
	// Either of these would replace all other parameters (RFC 9101).
	...['request', 'request_uri'],
])

/** GET /authorize: redirects to the provider. */
export async function authorize(context: AuthContext, x: Exchange) {
	const { url, headers } = await startOauthFlow(context, x, null)
	return redirect(url, 302, headers)
}

/** GET /user/identities/authorize: the same, to link the identity to the caller. */
export async function authorizeLink(context: AuthContext, x: Exchange) {
	const signedIn = await requireUser(context, x)
	if (!context.config.MANUAL_LINKING) throw linkingDisabled()
	requireMayLink(context, signedIn)
	const { account, session } = signedIn
	const linkTo = { user: account.id, session: session?.id ?? null }
	const { url, headers } = await startOauthFlow(context, x, linkTo)
	return x.query('skip_http_redirect') === 'true' ? json({ url }, 200, headers) : redirect(url, 302, headers)
}

export function callbackUrl({ config }: AuthContext): string {
	return `${config.SITE_URL}/auth/v1/callback`
}

/** Stores the flow. @returns the URL of the provider's authorization endpoint, and headers for the answer */
async function startOauthFlow(
	context: AuthContext,
	x: Exchange,
	linkTo: NewFlow['linkTo'],
): Promise<{ url: string; headers: AnswerHeaders }> {
	const { config, db, redirects, providerClients } = context
	const provider = await requireProvider(context, x.query('provider') ?? '')
	const invite = await requireInvite(context, x.query('invite_token'))
	const challenge = parsePkceChallenge(
		x.query('code_challenge') || undefined,
		x.query('code_challenge_method') || undefined,
	)
	const providerClient = await providerClients(provider).catch((cause: unknown) => {
		throw new AuthError(500, 'unexpected_failure', 'The provider cannot be reached', { cause })
	})
	const binding = bindBrowser(x, config.SITE_URL)
	const flow = {
		...newFlowSecrets(provider, x.query('nonce')),
		redirectTo: redirects.resolve(x),
		challenge: challenge?.challenge ?? null,
		challengeMethod: challenge?.method ?? null,
		linkTo,
		invite,
		browser: binding.hash,
	}
	await db.as(authServiceRole, (tx) => tx.final(insertFlowState(flow)))
	const url = await authorizationUrl(provider, providerClient, flow, callbackUrl(context), x.searchParams)
	return { url, headers: binding.headers }
}

/** The state, PKCE verifier and nonce of a new flow. @param nonce chosen by the caller */
export function newFlowSecrets(
	provider: SignInProvider,
	nonce?: string,
): Pick<NewFlow, 'id' | 'provider' | 'verifier' | 'nonce'> {
	const hasNonce = signsIdTokens(provider) && !provider.skipNonceCheck
	return {
		id: randomUUID(),
		provider: provider.name,
		verifier: randomBytes(32).toString('base64url'),
		nonce: hasNonce ? nonce || randomBytes(16).toString('base64url') : null,
	}
}

/** Builds the URL of the provider's authorization endpoint. @param query of the caller */
export function authorizationUrl(
	provider: SignInProvider,
	providerClient: ProviderClient,
	{ id: state, nonce, verifier }: Pick<NewFlow, 'id' | 'nonce' | 'verifier'>,
	redirectUri: string,
	query: URLSearchParams,
): Promise<string> {
	const passedOn = [...query].filter(([name]) => !reservedParameters.has(name.toLowerCase()))
	const { custom } = provider
	const parameters = new URLSearchParams()
	for (const [name, value] of [...passedOn, ...Object.entries(custom?.parameters ?? {})]) parameters.set(name, value)
	const set = {
		redirect_uri: redirectUri,
		scope: mergeScopes(provider, query.get('scopes') ?? ''),
		state,
		...(nonce ? { nonce } : {}),
		// Apple sends name and email only with `response_mode=form_post`.
		...(provider.kind === 'apple' ? { response_mode: 'form_post' } : {}),
		...(custom?.pkce === false ? {} : pkceParameters(verifier)),
	}
	for (const [name, value] of Object.entries(set)) parameters.set(name, value)
	return providerClient.withConfiguration(
		async (configuration, client) => client.buildAuthorizationUrl(configuration, parameters).href,
	)
}

function pkceParameters(verifier: string) {
	return {
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
	}
}

/** The provider's scopes and the caller's, which are separated by commas or spaces. */
function mergeScopes(provider: SignInProvider, scopes: string): string {
	const requested = scopes.split(/[\s,]+/).filter(Boolean)
	return [...new Set([...provider.scopes, ...requested])].join(' ')
}

async function requireProvider(context: AuthContext, slug: string): Promise<SignInProvider> {
	const name = slug.toLowerCase()
	const provider = await findProvider(context, name)
	if (!provider || provider === 'disabled')
		throw invalid(
			provider || supabaseProviders.includes(name)
				? 'Unsupported provider: provider is not enabled'
				: `Unsupported provider: Provider ${name} could not be found`,
		)
	if (provider.clientSecret === undefined) throw invalid('Unsupported provider: missing OAuth secret')
	return provider
}

/** @returns the hash of a valid invitation; null when the request names none */
async function requireInvite({ db }: AuthContext, token: string | undefined): Promise<Buffer | null> {
	if (!token) return null
	const hash = hashLink(token)
	const rows = await db.as(authServiceRole, (tx) => tx.final(selectInvitedUser(hash)))
	if (rows.length === 0) throw new AuthError(404, 'user_not_found', 'User identified by token not found')
	return hash
}
