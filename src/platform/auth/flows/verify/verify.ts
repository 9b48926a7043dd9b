import { z } from 'zod'
import { type OpenedSession, openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { type EmailFlowMethod, issueAuthCode } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import { hashLink } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { accountOfLink as findAccount } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { parseEmail, parsePhone } from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { text } from '#platform/auth/body.ts'
import { confirmPageUrl, flowMethods, type LinkType } from '#platform/auth/delivery/email/email-otp.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import {
	codeRedirect,
	errorRedirect,
	messageRedirect,
	sessionRedirect,
} from '#platform/auth/redirects/auth-redirects.ts'
import { toAuthError } from '#platform/auth/render-auth-error.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isPhoneType, type Proof, tokenKindsByType, verifyToken } from './verify-token.ts'

export const verifyBody = z.object({
	type: text,
	token: text,
	token_hash: text,
	email: text,
	phone: text,
	redirect_to: text,
})
/** The answer to the first of the two confirmations of an email change. */
const firstConfirmationMessage = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: exchanges a code or a link for a session. */
export async function verify(context: AuthContext, x: Exchange, input: z.output<typeof verifyBody>) {
	const { type, proof } = parseProof(input)
	const via = 'tokenHash' in proof ? 'email' : proof.kind
	const verified = await verifyToken(context, x, type, proof, (tx, account) =>
		startSession(context, tx, x, account.id, 'otp', { via }),
	)
	if (verified.waiting) return json({ msg: firstConfirmationMessage, code: '200' })
	return json(openedSessionJson(context, verified.result))
}

/**
 * GET /verify: the link of a mail, answered by a redirect that carries tokens, a code or an error. A browser that is on its way to this
 * site's own pages is sent to the one that names the account and asks first.
 */
export async function verifyLink(context: AuthContext, x: Exchange) {
	const { token, type } = x.query()
	if (!type) throw invalid('Verify requires a verification type')
	if (!token) throw invalid('Verify requires a token or a token hash')
	const target = context.redirects.resolve(x)
	if (isOwnPage(target, context.config.SITE_URL) && isNavigation(x) && tokenKindsByType.has(type))
		return redirect(confirmPageUrl(context.config.SITE_URL, token, type, target), 303)
	const isPkce = token.startsWith('pkce_')
	try {
		await context.limits.request('verify', x.ip)
		if (!tokenKindsByType.has(type)) throw invalid('Unsupported verification type')
		const verified = await verifyToken(
			context,
			x,
			type,
			{ tokenHash: token },
			async (tx, { id }): Promise<string | OpenedSession | undefined> =>
				isPkce ? issueCode(tx, id, type) : startSession(context, tx, x, id, 'otp'),
		)
		if (verified.waiting) return redirect(messageRedirect(target, firstConfirmationMessage, isPkce), 303)
		const { result } = verified
		if (typeof result === 'string') return redirect(codeRedirect(target, result), 303)
		return redirect(sessionRedirect(target, { ...openedSessionJson(context, result), type }), 303)
	} catch (error) {
		const known = toAuthError(error, x.requestId, context.log)
		return redirect(errorRedirect(target, known, isPkce), 303)
	}
}

/** True when a target is a page of the app that this server delivers. Other clients take a session from their URL. */
function isOwnPage(target: string, siteUrl: string): boolean {
	if (!URL.canParse(target)) return false
	const { origin, pathname } = new URL(target)
	return origin === new URL(siteUrl).origin && /^\/(?:$|(?:auth|dashboard|join)(?:\/|$))/.test(pathname)
}

/** True when a person follows a link, as browsers say it: https://www.w3.org/TR/fetch-metadata/ */
function isNavigation(x: Exchange): boolean {
	return x.header('sec-fetch-mode') === 'navigate'
}

/** @throws AuthError 400 flow_state_not_found */
async function issueCode(tx: Tx, userId: string, type: string): Promise<string> {
	const method: EmailFlowMethod | undefined = flowMethods[type as LinkType]
	const [flow] = method ? await tx.query<{ auth_code: string }>(issueAuthCode(userId, method)) : []
	if (!flow) throw new AuthError(400, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
	return flow.auth_code
}

function parseProof(input: z.output<typeof verifyBody>): { type: string; proof: Proof } {
	const { type, token, token_hash: tokenHash, email, phone } = input
	if (!type) throw invalid('Verify requires a verification type')
	if (Boolean(token) === Boolean(tokenHash)) throw invalid('Verify requires either a token or a token hash')
	if (tokenHash) {
		if (email || phone || input.redirect_to) throw invalid('Only the token_hash and type should be provided')
		if (isPhoneType(type)) throw invalid('Invalid email verification type')
		if (!tokenKindsByType.has(type)) throw invalid('Unsupported verification type')
		return { type, proof: { tokenHash } }
	}
	if (Boolean(email) === Boolean(phone))
		throw invalid('Only an email address or phone number should be provided on verify')
	const code = (token ?? '').replace(/\s/g, '')
	if (phone && isPhoneType(type)) return { type, proof: { kind: 'phone', address: parsePhone(phone), code } }
	if (!tokenKindsByType.has(type) || !email) throw invalid('Unsupported verification type')
	return { type, proof: { kind: 'email', address: readEmail(email), code } }
}

function readEmail(email: string): string {
	try {
		return parseEmail(email)
	} catch {
		throw invalid('Invalid email format', 422)
	}
}

/**
 * GET /verify/account: the account of a mailed link and the address that it was sent to. It consumes nothing; anyone who holds the link may
 * sign in with it.
 */
export async function accountOfLink({ db }: AuthContext, x: Exchange) {
	const { token_hash: token, type } = x.query()
	if (!token || !type) throw invalid('A token hash and a verification type are required')
	const kinds = tokenKindsByType.get(type)
	if (!kinds) throw invalid('Unsupported verification type')
	const query = findAccount(hashLink(token), kinds)
	const [account] = await db.as(authServiceRole, (tx) => tx.final<{ id: string; email: string }>(query), {
		readOnly: true,
	})
	if (!account) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
	return json(account, 200, { 'cache-control': 'no-store' })
}
