import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SessionFacts } from '#server/auth/bearer/access-token.ts'
import type { Asker } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { parseBody, text } from '#server/auth/body.ts'
import { readText } from '#server/auth/body-text.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { rotateSession } from '#server/auth/sessions/session-queries.ts'
import {
	askForClaims,
	type SessionAccount,
	sessionJson,
	userAgent,
} from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'

type Rotation = SessionAccount & {
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
	low_aal: [
		'session_expired',
		'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)',
	],
	newer_login: [
		'session_expired',
		'Invalid Refresh Token: Session Expired (Revoked by Newer Login)',
	],
} as const

const body = z.object({ refresh_token: text })

/** Callers of one session wait for each other this long at most. */
const lockTimeout = { settings: { lock_timeout: '5s' } }

/** Changes a refresh token for new tokens (auth.md §2.2, §5.3). */
export function refreshGrant(context: AuthContext) {
	const refresh = createRefreshing(context)
	return async (c: Context<Env>) => c.json(await refresh(await readText(c), c))
}

/** Builds the function that reads a request's body and answers with new tokens. */
export function createRefreshing(context: AuthContext) {
	const { config, db, refreshTokens } = context
	const limits = {
		reuse: config.REFRESH_REUSE_INTERVAL,
		timebox: config.SESSIONS_TIMEBOX,
		inactivity: config.SESSIONS_INACTIVITY_TIMEOUT,
		lowAal: config.SESSIONS_ALLOW_LOW_AAL,
		single: config.SESSIONS_SINGLE_PER_USER,
	}
	return async (text: string, asker: Asker) => {
		const { refresh_token: token = '' } = parseBody(text, body)
		if (!refreshTokens.isWellFormed(token)) throw invalid('Refresh token is not valid')
		const claim = refreshTokens.read(token)
		if (!claim) throw refuse('not_found')

		// The transaction commits also when the token is refused: a replay ends the session.
		const { ip } = asker.var
		const rotate = rotateSession(claim.session, claim.counter, limits, userAgent(asker), ip)
		const [row] = await db.as(authService, (tx) => tx.final<Rotation>(rotate), lockTimeout)
		if (!row) throw refuse('not_found')
		if (row.outcome !== 'ok') throw refuse(row.outcome)
		const session: SessionFacts = {
			id: claim.session,
			aal: row.session_aal,
			amr: row.session_amr,
			createdAt: row.session_created_at,
		}
		// After the commit: whatever the hook says, the token that was presented stays good for another try (§5.3).
		if (context.hooks.customAccessToken)
			await askForClaims(context, row, session, 'token_refresh', { ip })
		return sessionJson(context, row, session, BigInt(row.counter ?? 0))
	}
}

function refuse(outcome: keyof typeof refusals): AuthError {
	const [code, message] = refusals[outcome]
	return new AuthError(400, code, message)
}
