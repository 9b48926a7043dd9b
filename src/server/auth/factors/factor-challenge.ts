import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readOptionalBody, text } from '#server/auth/body.ts'
import type { Env } from '#server/deps.ts'
import { type FactorKind, readVerifiable } from './factor-kinds.ts'
import { insertChallenge, type NewChallenge, type StoredFactor } from './factor-queries.ts'
import { requireEqualProof, requireFactor } from './own-factor.ts'
import { sendFactorCode } from './phone-factor.ts'
import { askKey } from './webauthn-factor.ts'

const challengeSeconds = 300
const body = z.object({ channel: text })

/** What answers a challenge, and what only this answer tells of it. */
export type ChallengeDraft = {
	row: Omit<NewChallenge, 'id' | 'ip'>
	shown: Record<string, unknown>
}
type Maker = (
	context: AuthContext,
	c: Context<Env>,
	asked: {
		challengeId: string
		factor: StoredFactor
		signedIn: SignedIn
		channel: string | undefined
	},
) => Promise<ChallengeDraft>

const nothing: NewChallenge['codeHash'] = null
const makers: Record<FactorKind, Maker> = {
	totp: async () => ({ row: { codeHash: nothing, webauthn: null }, shown: {} }),
	phone: sendFactorCode,
	webauthn: askKey,
}

/** POST /factors/{id}/challenge: the answer to it proves the factor (auth.md §3.6). */
export function challengeFactor(context: AuthContext) {
	const { config, db, limits } = context
	return async (c: Context<Env>) => {
		await limits.request('challenge', c.var.ip)
		const { factor, signedIn } = await db.as(authService, (tx) => requireFactor(context, c, tx))
		requireEqualProof(signedIn, factor)
		const { channel } = await readOptionalBody(c, body)
		const kind = readVerifiable(config, factor.factor_type)
		const id = randomUUID()
		const asked = { challengeId: id, factor, signedIn, channel }
		const { row, shown } = await makers[kind](context, c, asked)
		const traits = { factor_id: factor.id, factor_status: factor.status }
		await db.as(authService, async (tx) => {
			await tx.query(noteAudit('challenge_created', signedIn.account.id, c.var.ip, traits))
			await tx.final(insertChallenge(factor.id, { id, ip: c.var.ip, ...row }))
		})
		const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
		return c.json({ id, type: kind, expires_at, ...shown })
	}
}
