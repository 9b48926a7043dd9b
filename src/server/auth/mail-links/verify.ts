import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { readBody, text } from '#server/auth/body.ts'
import { invalid } from '#server/auth/errors.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { isPhoneType, type PhoneType, verifyPhone } from '#server/auth/sms/verify-phone.ts'
import type { Account } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { parseEmail, parsePhone } from './addresses.ts'
import { noticesOfChange } from './notices.ts'
import { kindsByType, type Presented, spendToken } from './spend-token.ts'

const body = z.object({
	type: text,
	token: text,
	token_hash: text,
	email: text,
	phone: text,
	redirect_to: text,
})
/** The answer to the first of the two confirmations of an e-mail change. */
export const firstConfirmation =
	'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: a code or link becomes a session (auth.md §2.4). */
export function verify(context: AuthContext) {
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		await context.limits.request('verify', c.var.ip)
		const proof = await spend(context, c, readProof(given, c.var.ip))
		context.jobs.wake()
		if (proof.waiting) return c.json({ msg: firstConfirmation, code: '200' })
		if (!proof.result) throw new Error('the verified user cannot be read back')
		const { account, session } = proof.result
		return c.json(sessionJson(context, account, session, 0n))
	}
}

type Given =
	| { type: string; presented: Presented }
	| { type: PhoneType; phone: string; code: string; ip: string }

async function spend(context: AuthContext, c: Context<Env>, given: Given) {
	const open = async (tx: Tx, account: Account) => {
		for (const query of noticesOfChange(context, c, given.type, account)) await tx.query(query)
		return startSession(context, tx, c, account.id, 'otp', {
			via: 'phone' in given ? 'phone' : 'email',
		})
	}
	if ('presented' in given) return spendToken(context, c, given.type, given.presented, open)
	return { waiting: false, result: await verifyPhone(context, given.type, given, open) } as const
}

function readProof(given: z.output<typeof body>, ip: string): Given {
	const { type, token, token_hash: tokenHash, email, phone } = given
	if (!type) throw invalid('Verify requires a verification type')
	if (Boolean(token) === Boolean(tokenHash))
		throw invalid('Verify requires either a token or a token hash')
	if (tokenHash) {
		if (email || phone || given.redirect_to)
			throw invalid('Only the token_hash and type should be provided')
		if (isPhoneType(type)) throw invalid('Invalid email verification type')
		if (!kindsByType.has(type)) throw invalid('Unsupported verification type')
		return { type, presented: { tokenHash } }
	}
	if (Boolean(email) === Boolean(phone))
		throw invalid('Only an email address or phone number should be provided on verify')
	const code = (token ?? '').replace(/\s/g, '')
	if (phone && isPhoneType(type)) return { type, phone: parsePhone(phone), code, ip }
	if (!kindsByType.has(type) || !email) throw invalid('Unsupported verification type')
	return { type, presented: { email: readEmail(email), code } }
}

function readEmail(email: string): string {
	try {
		return parseEmail(email)
	} catch {
		throw invalid('Invalid email format', 422)
	}
}
