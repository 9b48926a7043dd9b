import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUserIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { judgeFactor } from '#server/auth/hooks/verification.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import type { Env } from '#server/deps.ts'
import { countGuess, requirePerson, requireSession } from './own-factor.ts'
import { raise, raisedJson } from './raise-session.ts'
import { hashRecoveryCode, normaliseRecoveryCode } from './recovery-code.ts'
import {
	lockRecoverySet,
	noteWrongRecoveryCode,
	type RecoverySet,
	spendRecoveryCode,
} from './recovery-queries.ts'

const body = z.object({ code: text })

/** POST /factors/recovery-codes/verify: one of the codes raises this session to aal2, once. */
export function verifyRecoveryCode(context: AuthContext) {
	const { db, keys } = context
	return async (c: Context<Env>) => {
		const rightGuess = await countGuess(context, c, 'recovery-codes')
		const { code: typed = '' } = await readBody(c, body)
		// Refusals are told after the commit: wrong codes are counted.
		const outcome = await db.as(authService, async (tx) => {
			const signedIn = await requireUserIn(context, c, tx)
			requirePerson(signedIn)
			const session = requireSession(signedIn)
			const code = normaliseRecoveryCode(typed)
			if (!code) throw invalid('Code needs to be non-empty')
			const { account } = signedIn
			const [set] = await tx.query<RecoverySet>(lockRecoverySet(account.id))
			if (!set) return undefined
			if (set.locked) throw locked()
			const hash = hashRecoveryCode(set.id, code, keys.secret)
			const [spent] = await tx.query(spendRecoveryCode(set.id, hash))
			const attempt = { userId: account.id, factorId: set.id, valid: spent !== undefined }
			const rejection = await judgeFactor(
				context,
				{ ip: c.var.ip, tx },
				{ ...attempt, factorType: 'recovery_code' },
			)
			if (rejection) return { rejection }
			if (!spent) {
				await tx.query(noteWrongRecoveryCode(set.id))
				return undefined
			}
			const remaining = set.remaining - 1
			const told = { remaining: String(remaining) }
			for (const query of noticeMail(context, c, account, 'recovery_code_used', told))
				await tx.query(query)
			const raised = await raise(context, tx, c, account.id, session.id, {
				factorId: set.id,
				method: 'mfa/recovery_code',
				drops: 'recovery_code',
				audit: { action: 'recovery_codes_verified', traits: { remaining } },
			})
			return { raised }
		})
		if (outcome && 'rejection' in outcome) throw outcome.rejection
		if (!outcome)
			throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
		context.jobs.wake()
		await rightGuess()
		return c.json(raisedJson(context, outcome.raised))
	}
}

function locked(): AuthError {
	return new AuthError(
		429,
		'mfa_recovery_codes_locked',
		'Too many failed verification attempts, try again later',
	)
}
