import { z } from 'zod'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { parseEmail, parsePhone } from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { text } from '#platform/auth/body.ts'
import { contactChangeNotices } from '#platform/auth/delivery/email/account-notices.ts'
import { invalid } from '#platform/auth/errors.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
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
export const firstConfirmationMessage =
	'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: exchanges a code or a link for a session. */
export function verify(context: AuthContext) {
	return async (x: Exchange, given: z.output<typeof verifyBody>) => {
		const { type, proof } = parseProof(given)
		const via = 'tokenHash' in proof ? 'email' : proof.kind
		const verified = await verifyToken(context, x, type, proof, async (tx, account) => {
			for (const query of contactChangeNotices(context, x, type, account)) await tx.query(query)
			return startSession(context, tx, x, account.id, 'otp', { via })
		})
		context.jobs.wake()
		if (verified.waiting) return json({ msg: firstConfirmationMessage, code: '200' })
		if (!verified.result) throw new Error('the verified user cannot be read back')
		const { account, session } = verified.result
		return json(sessionJson(context, account, session, 0n))
	}
}

function parseProof(given: z.output<typeof verifyBody>): { type: string; proof: Proof } {
	const { type, token, token_hash: tokenHash, email, phone } = given
	if (!type) throw invalid('Verify requires a verification type')
	if (Boolean(token) === Boolean(tokenHash)) throw invalid('Verify requires either a token or a token hash')
	if (tokenHash) {
		if (email || phone || given.redirect_to) throw invalid('Only the token_hash and type should be provided')
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
