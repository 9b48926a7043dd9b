import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { deleteFactor, otherVerified, type StoredFactor } from './factor-queries.ts'
import { requireFactor } from './own-factor.ts'
import { lockRecoverySet } from './recovery-queries.ts'

/** DELETE /factors/{id} (auth.md §3.6). */
export function removeFactor(context: AuthContext) {
	return async (c: Context<Env>) => {
		await context.limits.request('factor', c.var.ip)
		const id = await context.db.as(authService, async (tx) => {
			const { signedIn, factor } = await requireFactor(context, c, tx)
			await requireRemovable(tx, signedIn, factor)
			const traits = { factor_id: factor.id, factor_status: factor.status }
			await tx.query(noteAudit('factor_unenrolled', signedIn.account.id, c.var.ip, traits))
			const told = { factor: factor.factor_type }
			if (factor.status === 'verified')
				for (const query of noticeMail(context, c, signedIn.account, 'mfa_factor_unenrolled', told))
					await tx.query(query)
			await tx.final(deleteFactor(signedIn.account.id, factor.id))
			return factor.id
		})
		context.jobs.wake()
		return c.json({ id })
	}
}

async function requireRemovable(
	tx: Tx,
	{ account, session }: SignedIn,
	factor: StoredFactor,
): Promise<void> {
	if (factor.factor_type === 'recovery_code')
		throw invalid(
			'Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes',
			422,
		)
	if (factor.status !== 'verified') return
	if (session?.aal !== 'aal2')
		throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
	const [codes] = await tx.query(lockRecoverySet(account.id))
	if (!codes) return
	const [other] = await tx.query(otherVerified(account.id, factor.id))
	if (!other)
		throw new AuthError(
			422,
			'mfa_recovery_codes_sole_factor',
			'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
		)
}
