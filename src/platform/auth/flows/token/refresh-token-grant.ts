import { z } from 'zod'
import type { SessionFacts } from '#platform/auth/accounts/sessions/access-token.ts'
import { rotateSession } from '#platform/auth/accounts/sessions/session-queries.ts'
import {
	type AccountOfSession,
	changeSessionClaims,
	sessionJson,
	userAgent,
} from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

type Rotation = AccountOfSession & {
	outcome: 'ok' | keyof typeof refusals
	counter: string | null
	session_created_at: Date
}

const refusals = {
	not_found: ['refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
	used: ['refresh_token_already_used', 'Invalid Refresh Token: Already Used'],
	banned: ['user_banned', 'Invalid Refresh Token: User Banned'],
	expired: ['session_expired', 'Invalid Refresh Token: Session Expired'],
	inactive: ['session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'],
	low_aal: ['session_expired', 'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)'],
	newer_login: ['session_expired', 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)'],
} as const

const body = z.object({ refresh_token: text })

/** The longest wait for a concurrent refresh of the same session. */
const lockTimeout = { settings: { lock_timeout: '5s' } }

/** Exchanges a refresh token for new tokens. */
export async function refreshGrant(context: AuthContext, x: Exchange) {
	const { config, db, refreshTokens } = context
	const { refresh_token: token = '' } = await readBody(x, body)
	if (!refreshTokens.isWellFormed(token)) throw invalid('Refresh token is not valid')
	const claim = refreshTokens.read(token)
	if (!claim) throw refreshError('not_found')

	const limits = {
		reuse: config.REFRESH_REUSE_INTERVAL,
		timebox: config.SESSIONS_TIMEBOX,
		inactivity: config.SESSIONS_INACTIVITY_TIMEOUT,
		lowAal: config.SESSIONS_ALLOW_LOW_AAL,
		single: config.SESSIONS_SINGLE_PER_USER,
	}
	const { ip } = x
	const rotate = rotateSession(claim.session, claim.counter, limits, userAgent(x), ip)
	// The transaction commits even when the token is refused: a replay ends the session.
	const [row] = await db.as(authServiceRole, (tx) => tx.final<Rotation>(rotate), lockTimeout)
	if (!row) throw refreshError('not_found')
	if (row.outcome !== 'ok') throw refreshError(row.outcome)
	const session: SessionFacts = {
		id: claim.session,
		aal: row.session_aal,
		amr: row.session_amr,
		createdAt: row.session_created_at,
	}
	// After the commit: if the hook fails, the presented token stays valid for another attempt.
	await changeSessionClaims(context, row, session, 'token_refresh', { ip })
	return json(sessionJson(context, row, session, BigInt(row.counter ?? 0)))
}

function refreshError(outcome: keyof typeof refusals): AuthError {
	const [code, message] = refusals[outcome]
	return new AuthError(400, code, message)
}
