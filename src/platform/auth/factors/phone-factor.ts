import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { hashCode } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { userJson } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { consumeCodeChallenge, countWrongAnswer, type StoredFactor } from './factor-queries.ts'

/** Sends the code of a challenge; once a minute for each factor. */
export async function sendFactorCode(
	{ keys, sms }: AuthContext,
	x: Exchange,
	{
		challengeId,
		factor,
		signedIn,
		channel: requestedChannel,
	}: {
		challengeId: string
		factor: StoredFactor
		signedIn: SignedIn
		channel: string | undefined
	},
) {
	const channel = sms.readChannel(requestedChannel)
	const phone = factor.phone ?? ''
	const message = { phone, channel, kind: 'mfa', user: userJson(signedIn.account) } as const
	const { code } = await sms.limits.once('mfa', factor.id, () => sms.send(message, x.ip))
	const codeHash = hashCode(challengeId, code, keys.secret)
	return { row: { codeHash, webauthn: null }, shownOnce: {} }
}

/** Consumes the code of a challenge. @returns false for a wrong one, which is counted; the tenth ends the challenge */
export async function verifyPhoneCode(
	{ keys }: AuthContext,
	tx: Tx,
	challengeId: string,
	code: string,
): Promise<boolean> {
	const hash = hashCode(challengeId, code, keys.secret)
	const [spent] = await tx.query(consumeCodeChallenge(challengeId, hash))
	if (!spent) await tx.query(countWrongAnswer(challengeId))
	return spent !== undefined
}
