import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { hasFlowCookie } from '#platform/auth/providers/browser-binding.ts'
import { exchangeForProfile } from '#platform/auth/providers/oauth/exchange-code.ts'
import { findProvider } from '#platform/auth/providers/oauth/find-provider.ts'
import { type ClaimedFlow, deleteFlowState } from '#platform/auth/providers/oauth/oauth-flow-state-queries.ts'
import { siteErrorRedirect } from '#platform/auth/redirects/auth-redirects.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { IdentityProofs, ProofRedirect, ProofRefusal } from './identity-proofs.ts'
import { toProofProvider } from './start-identity-proof.ts'

/** Errors for a person who cancelled: RFC 6749 §4.1.2.1, and those of Apple and LinkedIn. */
const denials = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']

/**
 * Completes a flow that proves an identity. It makes no user, identity or session, and runs no rule or hook of sign-ups; the
 * provider's tokens are dropped.
 */
export async function completeIdentityProof(
	context: AuthContext,
	x: Exchange,
	flow: ClaimedFlow,
	given: Record<string, string>,
): Promise<Answer> {
	const { config, db, identityProofs } = context
	await db.as(authServiceRole, (tx) => tx.final(deleteFlowState(flow.id)))
	const next = identityProofs && (await proveIdentity(context, identityProofs, x, flow, given))
	if (next) return redirect(next.url, 303, next.headers)
	const failure = new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid')
	return redirect(siteErrorRedirect(config.SITE_URL, failure), 303)
}

async function proveIdentity(
	context: AuthContext,
	proofs: IdentityProofs,
	x: Exchange,
	flow: ClaimedFlow,
	given: Record<string, string>,
): Promise<ProofRedirect | undefined> {
	const refusal = findRefusal(context, x, flow, given)
	if (refusal) return proofs.refused(flow.redirect_to, refusal)
	try {
		const { profile } = await exchangeForProfile(context, flow, given)
		const provider = await findProvider(context, flow.provider)
		if (!provider || provider === 'disabled') return proofs.refused(flow.redirect_to, 'failed')
		const { data, email, emailVerified } = profile
		const name = [data.full_name, data.name, data.user_name].find((text) => typeof text === 'string')
		return proofs.proven(x, flow.redirect_to, {
			provider: toProofProvider(provider),
			name: name as string | undefined,
			email,
			emailVerified,
		})
	} catch (error) {
		context.log.warn({ err: error, requestId: x.requestId, provider: flow.provider }, 'an identity was not proven')
		return proofs.refused(flow.redirect_to, 'failed')
	}
}

function findRefusal(
	{ config }: AuthContext,
	x: Exchange,
	flow: ClaimedFlow,
	{ code, error }: Record<string, string>,
): ProofRefusal | undefined {
	// A callback URL that is sent to another person must not prove the sender's identity there.
	if (!hasFlowCookie(x, config.SITE_URL, flow.browser_hash)) return 'other_browser'
	if (flow.expired) return 'expired'
	if (error) return denials.includes(error) ? 'denied' : 'failed'
	return code ? undefined : 'failed'
}
