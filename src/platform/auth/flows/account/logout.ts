import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireUserInTransaction } from '#platform/auth/accounts/bearer/require-user.ts'
import {
	deleteAllSessionsOf,
	deleteOtherSessions,
	deleteSession,
	keepAccessTokensUntilExpiry,
} from '#platform/auth/accounts/sessions/session-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

const scopes = ['global', 'local', 'others'] as const

/** POST /logout?scope=: ends this session, the others, or all. */
export function logout(context: AuthContext) {
	return async (x: Exchange) => {
		const requested = x.query('scope') || 'global'
		const scope = scopes.find((name) => name === requested)
		await context.db.as(authServiceRole, async (tx) => {
			const { account, session } = await requireUserInTransaction(context, x, tx)
			if (!scope) throw invalid(`Unsupported logout scope "${requested}"`)
			await tx.query(insertAuditEntry('logout', account.id, x.ip, { scope }))
			if (!context.config.SESSIONS_END_AT_ONCE) await tx.query(keepAccessTokensUntilExpiry())
			if (!session || scope === 'global') await tx.final(deleteAllSessionsOf(account.id))
			else if (scope === 'local') await tx.final(deleteSession(account.id, session.id))
			else await tx.final(deleteOtherSessions(account.id, session.id))
		})
		return empty()
	}
}
