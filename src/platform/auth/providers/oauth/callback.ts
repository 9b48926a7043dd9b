import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBodyText } from '#platform/auth/body.ts'
import { toAuthErrorFromDatabase } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { isSameBrowser } from '#platform/auth/providers/browser-binding.ts'
import { completeIdentityProof } from '#platform/auth/providers/identity-proof/complete-identity-proof.ts'
import { providerErrorRedirect, siteErrorRedirect } from '#platform/auth/redirects/auth-redirects.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { exchangeForProfile } from './exchange-code.ts'
import { type ClaimedFlow, claimFlowStateRow, flowStateExists } from './oauth-flow-state-queries.ts'

/** GET and POST /callback: the response of a provider. Every failure is a redirect. */
export async function callback(context: AuthContext, x: Exchange) {
	const { config } = context
	let parameters: Record<string, string>
	let flow: ClaimedFlow
	try {
		parameters = await readParameters(x)
		flow = await claimFlowState(context, x, parameters.state)
	} catch (error) {
		if (!(error instanceof AuthError)) throw error
		return redirect(siteErrorRedirect(config.SITE_URL, error), 303)
	}
	if (flow.authentication_method === 'identity_proof') return completeIdentityProof(context, x, flow, parameters)
	return redirect(await finishCallback(context, x, flow, parameters), 302)
}

/** Parameters that a provider sends once (RFC 6749 §3.1): of two, a proxy and this server could read different ones. */
const singleParameters = ['state', 'code', 'iss']

/** Apple posts a form; other providers use the query. @throws AuthError 400 bad_oauth_callback for a repeated parameter */
async function readParameters(x: Exchange): Promise<Record<string, string>> {
	const parameters = x.method === 'POST' ? new URLSearchParams(await readBodyText(x)) : x.searchParams
	const repeated = singleParameters.find((name) => parameters.getAll(name).length > 1)
	if (repeated) throw new AuthError(400, 'bad_oauth_callback', `OAuth parameter ${repeated} is repeated`)
	return Object.fromEntries(parameters)
}

async function claimFlowState(
	{ config, db }: AuthContext,
	x: Exchange,
	state: string | undefined,
): Promise<ClaimedFlow> {
	if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
	if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
	const [flow, isKnown] = await db.as(authServiceRole, async (tx) => {
		const [claimed] = await tx.query<ClaimedFlow>(claimFlowStateRow(state))
		return [claimed, !claimed && (await tx.query(flowStateExists(state))).length > 0] as const
	})
	if (isKnown) throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
	if (!flow) throw badState('OAuth state not found or expired')
	// A proof has its own checks, whose refusals go back to where it was started.
	if (flow.authentication_method === 'identity_proof') return flow
	if (flow.expired) throw badState('OAuth state has expired')
	// A client with its own verifier detects a swapped code; a link changes an account before that.
	const isBound = flow.code_challenge !== null && flow.linking_target_id === null
	if (!isBound && !isSameBrowser(x, config.SITE_URL, flow.browser_hash))
		throw badState('OAuth state parameter is invalid')
	return flow
}

/** @returns the redirect, with tokens, a code or an error */
async function finishCallback(
	context: AuthContext,
	x: Exchange,
	flow: ClaimedFlow,
	given: Record<string, string>,
): Promise<string> {
	if (given.error)
		return providerErrorRedirect(flow.redirect_to, {
			error: given.error,
			error_description: given.error_description ?? '',
		})
	try {
		if (!given.code)
			throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing')
		const signedIn = await exchangeForProfile(context, flow, given)
		const address = await completeSignIn(context, x, flow, signedIn)
		return address
	} catch (error) {
		const known = error instanceof AuthError ? error : toAuthErrorFromDatabase(error)
		const line = { err: error, requestId: x.requestId, provider: flow.provider }
		if (!known) context.log.error(line, 'sign-in by a provider failed')
		else if (known.status >= 500) context.log.warn(line, 'sign-in by a provider was refused')
		const shown = known ?? new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
		return providerErrorRedirect(flow.redirect_to, shown)
	}
}

function badState(message: string): AuthError {
	return new AuthError(400, 'bad_oauth_state', message)
}
