import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { hashCode } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { userJson } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readOptionalBody, text } from '#platform/auth/body.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { type FactorKind, parseVerifiableKind } from './factor-kinds.ts'
import { insertChallenge, type NewChallenge, type StoredFactor } from './factor-queries.ts'
import { requireFactor, requireSameAal } from './require-factor.ts'
import { createWebauthnChallenge } from './webauthn-factor.ts'

const challengeSeconds = 300
const body = z.object({ channel: text })

type ChallengeRequest = {
	challengeId: string
	factor: StoredFactor
	signedIn: SignedIn
	channel: string | undefined
}
/** A challenge to be stored, and the fields that only its answer shows. */
type ChallengeDraft = { row: Omit<NewChallenge, 'id' | 'ip'>; shownOnce: Record<string, unknown> }
type ChallengeBuilder = (context: AuthContext, x: Exchange, request: ChallengeRequest) => Promise<ChallengeDraft>

const challengeBuilders: Record<FactorKind, ChallengeBuilder> = {
	totp: async () => ({ row: { codeHash: null, webauthn: null }, shownOnce: {} }),
	phone: sendFactorCode,
	webauthn: createWebauthnChallenge,
}

/** POST /factors/{id}/challenge */
export async function challengeFactor(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const { factor, signedIn } = await db.as(authServiceRole, (tx) => requireFactor(context, x, tx))
	requireSameAal(context, signedIn, factor)
	const { channel } = await readOptionalBody(x, body)
	const kind = parseVerifiableKind(config, factor.factor_type)
	const id = randomUUID()
	const request = { challengeId: id, factor, signedIn, channel }
	const { row, shownOnce } = await challengeBuilders[kind](context, x, request)
	const traits = { factor_id: factor.id, factor_status: factor.status }
	await db.as(authServiceRole, async (tx) => {
		await tx.query(insertAuditEntry('challenge_created', signedIn.account.id, x.ip, traits))
		await tx.final(insertChallenge(factor.id, { id, ip: x.ip, ...row }))
	})
	const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
	return json({ id, type: kind, expires_at, ...shownOnce })
}

/** Sends the code of a challenge; once a minute for each factor. */
async function sendFactorCode(
	{ keys, sms }: AuthContext,
	x: Exchange,
	{ challengeId, factor, signedIn, channel: requestedChannel }: ChallengeRequest,
): Promise<ChallengeDraft> {
	const channel = sms.readChannel(requestedChannel)
	const phone = factor.phone ?? ''
	const message = { phone, channel, kind: 'mfa', user: userJson(signedIn.account) } as const
	const { code } = await sms.limits.once('mfa', factor.id, () => sms.send(message, x.ip))
	const codeHash = hashCode(challengeId, code, keys.secret)
	return { row: { codeHash, webauthn: null }, shownOnce: {} }
}
