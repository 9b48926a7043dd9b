import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUserIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { invalid } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import {
	endAllSessions,
	endOtherSessions,
	endSession,
	letAccessTokensExpire,
} from './session-queries.ts'

const scopes = ['global', 'local', 'others'] as const

/** POST /logout?scope=: ends this session, the others, or all (auth.md §3.4). */
export function logout(context: AuthContext) {
	return async (c: Context<Env>) => {
		const given = c.req.query('scope') || 'global'
		const scope = scopes.find((name) => name === given)
		await context.db.as(authService, async (tx) => {
			const { account, session } = await requireUserIn(context, c, tx)
			if (!scope) throw invalid(`Unsupported logout scope "${given}"`)
			await tx.query(noteAudit('logout', account.id, c.var.ip, { scope }))
			if (!context.config.SESSIONS_END_AT_ONCE) await tx.query(letAccessTokensExpire())
			if (!session || scope === 'global') await tx.final(endAllSessions(account.id))
			else if (scope === 'local') await tx.final(endSession(account.id, session.id))
			else await tx.final(endOtherSessions(account.id, session.id))
		})
		return c.body(null, 204)
	}
}
