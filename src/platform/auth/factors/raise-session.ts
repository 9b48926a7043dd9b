import { type AuditAction, insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import type { AuthMethod, SessionFacts } from '#platform/auth/accounts/sessions/access-token.ts'
import { accountOfSession } from '#platform/auth/accounts/sessions/session-queries.ts'
import { type AccountOfSession, changeSessionClaims, sessionJson } from '#platform/auth/accounts/sessions/sessions.ts'
import type { FactorType } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { deleteUnverifiedFactors, elevateSession } from './factor-queries.ts'

/** The changes that raise a session. `drops`: the factor type whose unverified factors are deleted. */
export type SessionElevation = {
	factorId: string
	method: AuthMethod
	drops: FactorType
	audit?: { action: AuditAction; traits: Record<string, unknown> }
}
/** A session that was just raised, with its user. */
export type ElevatedSession = { session: SessionFacts; account: AccountOfSession }

/** Raises a session to aal2 as the last statements of a transaction; the user's other sessions at aal1 end. */
export async function elevate(
	context: AuthContext,
	tx: Tx,
	x: Exchange,
	userId: string,
	sessionId: string,
	{ factorId, method, drops, audit }: SessionElevation,
): Promise<ElevatedSession> {
	const entry = { method, timestamp: Math.floor(Date.now() / 1000) }
	const { action = 'verification_attempted', traits = {} } = audit ?? {}
	const noted = [
		insertAuditEntry(action, userId, x.ip, { factor_id: factorId, ...traits }),
		deleteUnverifiedFactors(userId, drops),
		elevateSession(userId, sessionId, factorId, entry),
	].map((query) => tx.query(query))
	const reading = accountOfSession(sessionId)
	const { changeClaims } = context
	const [[account]] = await Promise.all([
		changeClaims ? tx.query<AccountOfSession>(reading) : tx.final<AccountOfSession>(reading),
		...noted,
	])
	if (!account) throw new Error('the raised session cannot be read back')
	const session = { id: sessionId, aal: account.session_aal, amr: account.session_amr }
	await changeSessionClaims(context, account, session, method, { ip: x.ip, tx })
	return { session, account }
}

/** The token response of a raised session. */
export function elevatedSessionJson(context: AuthContext, { session, account }: ElevatedSession) {
	return sessionJson(context, account, session, BigInt(account.refresh_counter))
}
