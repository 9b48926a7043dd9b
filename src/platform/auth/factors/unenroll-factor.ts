import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { deleteFactor, otherVerifiedFactor, type StoredFactor } from './factor-queries.ts'
import { selectRecoverySetForUpdate } from './recovery-code-queries.ts'
import { requireFactor } from './require-factor.ts'

/** DELETE /factors/{id} */
export function unenrollFactor(context: AuthContext) {
	return async (x: Exchange) => {
		const id = await context.db.as(authServiceRole, async (tx) => {
			const { signedIn, factor } = await requireFactor(context, x, tx)
			await requireRemovable(context, tx, signedIn, factor)
			const traits = { factor_id: factor.id, factor_status: factor.status }
			await tx.query(insertAuditEntry('factor_unenrolled', signedIn.account.id, x.ip, traits))
			const noticeFacts = { factor: factor.factor_type }
			if (factor.status === 'verified')
				for (const query of accountNotice(context, x, signedIn.account, 'mfa_factor_unenrolled', noticeFacts))
					await tx.query(query)
			await tx.final(deleteFactor(signedIn.account.id, factor.id))
			return factor.id
		})
		return json({ id })
	}
}

async function requireRemovable(context: AuthContext, tx: Tx, signedIn: SignedIn, factor: StoredFactor): Promise<void> {
	const { account, session } = signedIn
	if (factor.factor_type === 'recovery_code')
		throw invalid('Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes', 422)
	if (factor.status !== 'verified') return
	if (session?.aal !== 'aal2') throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
	requireRecentProof(context, signedIn)
	const [codes] = await tx.query(selectRecoverySetForUpdate(account.id))
	if (!codes) return
	const [other] = await tx.query(otherVerifiedFactor(account.id, factor.id))
	if (!other)
		throw new AuthError(
			422,
			'mfa_recovery_codes_sole_factor',
			'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
		)
}
