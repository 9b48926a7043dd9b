import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { accountOfSession } from '#server/auth/sessions/session-queries.ts'
import { type SessionAccount, sessionJson } from '#server/auth/sessions/sessions.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { requireFactor } from './factor-challenge.ts'
import {
	challengeOf,
	dropUnverified,
	noteVerified,
	raiseSession,
	type StoredFactor,
	takeStep,
} from './factor-queries.ts'
import { unseal } from './sealed-secret.ts'
import { matchTotp } from './totp.ts'

type Challenge = { ip: string; verified_at: Date | null; expired: boolean }
const body = z.object({ challenge_id: text, code: text })

/** POST /factors/{id}/verify: the second factor raises this session to aal2 (auth.md §3.6). */
export function verifyFactor(context: AuthContext) {
	const { db, keys, limits } = context
	return async (c: Context<Env>) => {
		const { challenge_id: challengeId = '', code = '' } = await readBody(c, body)
		// Whoever knows the password still has to guess: slowly, from however many addresses.
		await limits.request('factor', c.req.param('id') ?? '')
		const raised = await db.as(authService, async (tx) => {
			const { signedIn, factor } = await requireFactor(context, c, tx)
			if (!code) throw invalid('Code needs to be non-empty')
			const { account, session } = signedIn
			if (!session)
				throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
			await requireChallenge(tx, c, factor, challengeId)
			await requireCode(tx, factor, code.replace(/\s/g, ''), keys.secret)
			const entry = { method: 'totp', timestamp: Math.floor(Date.now() / 1000) }
			const traits = { factor_id: factor.id }
			const [, , , , [found]] = await Promise.all([
				tx.query(noteAudit('verification_attempted', account.id, c.var.ip, traits)),
				tx.query(noteVerified(challengeId)),
				tx.query(dropUnverified(account.id, factor.factor_type)),
				tx.query(raiseSession(account.id, session.id, factor.id, entry)),
				tx.final<SessionAccount>(accountOfSession(session.id)),
			])
			return found && { account: found, id: session.id }
		})
		if (!raised) throw new Error('the raised session cannot be read back')
		const { account, id } = raised
		const session = { id, aal: account.session_aal, amr: account.session_amr }
		return c.json(sessionJson(context, account, session, BigInt(account.refresh_counter)))
	}
}

async function requireChallenge(
	tx: Tx,
	c: Context<Env>,
	factor: StoredFactor,
	id: string,
): Promise<void> {
	const [challenge] = isUuid(id) ? await tx.query<Challenge>(challengeOf(factor.id, id)) : []
	if (!challenge)
		throw new AuthError(
			422,
			'mfa_factor_not_found',
			'MFA factor with the provided challenge ID not found',
		)
	if (challenge.verified_at || challenge.ip !== c.var.ip)
		throw new AuthError(
			422,
			'mfa_ip_address_mismatch',
			'Challenge and verify IP addresses mismatch.',
		)
	if (challenge.expired)
		throw new AuthError(
			422,
			'mfa_challenge_expired',
			`MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
		)
}

async function requireCode(
	tx: Tx,
	factor: StoredFactor,
	code: string,
	secret: Buffer,
): Promise<void> {
	const step = factor.secret && matchTotp(unseal(factor.secret, secret, 'totp'), code)
	const [used] = step ? await tx.query(takeStep(factor.id, step)) : []
	if (!used) throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
}
