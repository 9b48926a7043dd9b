import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { type EmailFlowMethod, issueAuthCode } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { contactChangeNotices } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import {
	codeRedirect,
	errorRedirect,
	messageRedirect,
	sessionRedirect,
} from '#platform/auth/redirects/auth-redirects.ts'
import { toAuthError } from '#platform/auth/render-auth-error.ts'
import { redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { firstConfirmationMessage } from './verify.ts'
import { tokenKindsByType, verifyToken } from './verify-token.ts'

const methods: Record<string, EmailFlowMethod> = {
	signup: 'email/signup',
	invite: 'invite',
	magiclink: 'magiclink',
	recovery: 'recovery',
	email_change: 'email_change',
}

/** GET /verify: the link of a mail, answered by a redirect that carries tokens, a code or an error. */
export function verifyLink(context: AuthContext) {
	return async (x: Exchange) => {
		const { token, type } = x.query()
		if (!type) throw invalid('Verify requires a verification type')
		if (!token) throw invalid('Verify requires a token or a token hash')
		const target = context.redirects.resolve(x)
		const isPkce = token.startsWith('pkce_')
		try {
			await context.limits.request('verify', x.ip)
			if (!tokenKindsByType.has(type)) throw invalid('Unsupported verification type')
			return redirect(
				isPkce
					? await redirectWithCode(context, x, type, token, target)
					: await redirectWithTokens(context, x, type, token, target),
				303,
			)
		} catch (error) {
			const known = toAuthError(error, x.requestId, context.log)
			return redirect(errorRedirect(target, known, isPkce), 303)
		}
	}
}

async function redirectWithTokens(
	context: AuthContext,
	x: Exchange,
	type: string,
	tokenHash: string,
	target: string,
): Promise<string> {
	const proof = await verifyToken(context, x, type, { tokenHash }, async (tx, account) => {
		for (const query of contactChangeNotices(context, x, type, account)) await tx.query(query)
		return startSession(context, tx, x, account.id, 'otp')
	})
	context.jobs.wake()
	if (proof.waiting) return messageRedirect(target, firstConfirmationMessage, false)
	if (!proof.result) throw new Error('the verified user cannot be read back')
	const { account, session } = proof.result
	return sessionRedirect(target, { ...sessionJson(context, account, session, 0n), type })
}

async function redirectWithCode(
	context: AuthContext,
	x: Exchange,
	type: string,
	tokenHash: string,
	target: string,
): Promise<string> {
	const proof = await verifyToken(context, x, type, { tokenHash }, async (tx, account) => {
		for (const query of contactChangeNotices(context, x, type, account)) await tx.query(query)
		const method = methods[type]
		const [flow] = method ? await tx.query<{ auth_code: string }>(issueAuthCode(account.id, method)) : []
		if (!flow) throw new AuthError(400, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
		return flow.auth_code
	})
	context.jobs.wake()
	if (proof.waiting) return messageRedirect(target, firstConfirmationMessage, true)
	return codeRedirect(target, proof.result)
}
