import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { hashCode } from '#server/auth/mail-links/one-time-token.ts'
import { userJson } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { noteWrongAnswer, type StoredFactor, spendCodeChallenge } from './factor-queries.ts'

/** Sends the code that answers a challenge; once a minute for each factor. */
export async function sendFactorCode(
	{ keys, sms }: AuthContext,
	c: Context<Env>,
	{
		challengeId,
		factor,
		signedIn,
		channel: wanted,
	}: {
		challengeId: string
		factor: StoredFactor
		signedIn: SignedIn
		channel: string | undefined
	},
) {
	const channel = sms.readChannel(wanted)
	const phone = factor.phone ?? ''
	const message = { phone, channel, kind: 'mfa', user: userJson(signedIn.account) } as const
	const { code } = await sms.budgets.once('mfa', factor.id, () => sms.send(message, c.var.ip))
	const codeHash = hashCode(challengeId, code, keys.secret)
	return { row: { codeHash, webauthn: null }, shown: {} }
}

/** Uses the code of a challenge up. @returns false when it is wrong; that is counted, and the tenth ends the challenge */
export async function answerByCode(
	{ keys }: AuthContext,
	tx: Tx,
	challengeId: string,
	code: string,
): Promise<boolean> {
	const hash = hashCode(challengeId, code, keys.secret)
	const [spent] = await tx.query(spendCodeChallenge(challengeId, hash))
	if (!spent) await tx.query(noteWrongAnswer(challengeId))
	return spent !== undefined
}
