import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUserIn, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError, type AuthErrorCode, invalid } from '#server/auth/errors.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { requirePerson } from './factor-enroll.ts'
import { factorOf, insertChallenge, type StoredFactor } from './factor-queries.ts'

const challengeSeconds = 300
const switchedOff: Record<string, [AuthErrorCode, string]> = {
	phone: ['mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone'],
	webauthn: ['mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn'],
}

/** POST /factors/{id}/challenge: the answer to it proves the factor. */
export function challengeFactor(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = randomUUID()
		const type = await context.db.as(authService, async (tx) => {
			const { factor } = await requireFactor(context, c, tx)
			await tx.final(insertChallenge(id, factor.id, c.var.ip))
			return factor.factor_type
		})
		const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
		return c.json({ id, type, expires_at })
	}
}

/** The caller and the factor of theirs that the address names. @throws AuthError 404, also for a stranger's factor */
export async function requireFactor(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
): Promise<{ signedIn: SignedIn; factor: StoredFactor }> {
	const signedIn = await requireUserIn(context, c, tx)
	requirePerson(signedIn)
	await context.limits.request('factor', c.var.ip)
	const id = c.req.param('id') ?? ''
	if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404)
	const [factor] = await tx.query<StoredFactor>(factorOf(signedIn.account.id, id))
	if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	const off = switchedOff[factor.factor_type]
	if (off && c.req.method === 'POST') throw new AuthError(422, ...off)
	return { signedIn, factor }
}
