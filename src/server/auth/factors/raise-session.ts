import type { Context } from 'hono'
import { type AuditAction, noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { AuthMethod, SessionFacts } from '#server/auth/bearer/access-token.ts'
import { accountOfSession } from '#server/auth/sessions/session-queries.ts'
import { askForClaims, type SessionAccount, sessionJson } from '#server/auth/sessions/sessions.ts'
import type { FactorType } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { dropUnverified, raiseSession } from './factor-queries.ts'

/** By what a session rises. `drops`: the kind of factor whose unfinished ones are forgotten. */
export type Rise = {
	factorId: string
	method: AuthMethod
	drops: FactorType
	audit?: { action: AuditAction; traits: Record<string, unknown> }
}
/** A session that has just risen, with its user. */
export type Raised = { session: SessionFacts; account: SessionAccount }

/** Raises a session to aal2, as the last act of a transaction; the person's other sessions at aal1 end (auth.md §3.6). */
export async function raise(
	context: AuthContext,
	tx: Tx,
	c: Context<Env>,
	userId: string,
	sessionId: string,
	{ factorId, method, drops, audit }: Rise,
): Promise<Raised> {
	const entry = { method, timestamp: Math.floor(Date.now() / 1000) }
	const { action = 'verification_attempted', traits = {} } = audit ?? {}
	const noted = [
		noteAudit(action, userId, c.var.ip, { factor_id: factorId, ...traits }),
		dropUnverified(userId, drops),
		raiseSession(userId, sessionId, factorId, entry),
	].map((query) => tx.query(query))
	const reading = accountOfSession(sessionId)
	const hook = context.hooks.customAccessToken
	const [[account]] = await Promise.all([
		hook ? tx.query<SessionAccount>(reading) : tx.final<SessionAccount>(reading),
		...noted,
	])
	if (!account) throw new Error('the raised session cannot be read back')
	const session = { id: sessionId, aal: account.session_aal, amr: account.session_amr }
	if (hook) await askForClaims(context, account, session, method, { ip: c.var.ip, tx })
	return { session, account }
}

/** The answer that carries the new tokens of a session that has risen. */
export function raisedJson(context: AuthContext, { session, account }: Raised) {
	return sessionJson(context, account, session, BigInt(account.refresh_counter))
}
