import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import { deleteFactor } from './factor-queries.ts'
import { requireFactor } from './own-factor.ts'

/** DELETE /factors/{id} (auth.md §3.6). */
export function removeFactor(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = await context.db.as(authService, async (tx) => {
			const { signedIn, factor } = await requireFactor(context, c, tx)
			if (factor.status === 'verified' && signedIn.session?.aal !== 'aal2')
				throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
			const traits = { factor_id: factor.id }
			await tx.query(noteAudit('factor_unenrolled', signedIn.account.id, c.var.ip, traits))
			await tx.final(deleteFactor(signedIn.account.id, factor.id))
			return factor.id
		})
		return c.json({ id })
	}
}
