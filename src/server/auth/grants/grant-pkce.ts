import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type FinishedFlow, spendAuthCode } from '#server/auth/openid/flow-queries.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Account } from '#server/auth/users/account.ts'
import { isBanned } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { answersChallenge } from './pkce.ts'

const exchange = z.object({ auth_code: text, code_verifier: text })

/** Exchanges the code of a finished flow for a session (auth.md §2.2). */
export function pkceGrant(context: AuthContext) {
	const { db } = context
	return async (c: Context<Env>) => {
		const { auth_code: code, code_verifier: verifier } = await readBody(c, exchange)
		if (!code || !verifier)
			throw invalid('invalid request: both auth code and code verifier should be non-empty')
		const flow = await spend(context, code, verifier)
		const opened = await db.as(authService, async (tx) => {
			const [account] = await tx.query<Account>(accountById(flow.user_id))
			if (account && isBanned(account)) throw new AuthError(400, 'user_banned', 'User is banned')
			const { authentication_method: method, session_not_after: notAfter } = flow
			const isVouched = method === 'oauth' || method === 'sso/saml'
			const provider = isVouched ? { provider: flow.provider } : {}
			return startSession(context, tx, c, flow.user_id, method, { ...provider, notAfter })
		})
		if (!opened) throw notFound()
		const { provider_access_token: token, provider_refresh_token: refresh } = flow
		return c.json({
			...sessionJson(context, opened.account, opened.session, 0n),
			...(token ? { provider_token: token } : {}),
			...(refresh ? { provider_refresh_token: refresh } : {}),
		})
	}
}

async function spend({ db }: AuthContext, code: string, verifier: string): Promise<FinishedFlow> {
	if (!isUuid(code)) throw notFound()
	const [flow] = await db.as(authService, (tx) => tx.final<FinishedFlow>(spendAuthCode(code)))
	if (!flow) throw notFound()
	if (flow.expired)
		throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
	const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method }
	if (!answersChallenge(verifier, challenge))
		throw new AuthError(
			400,
			'bad_code_verifier',
			'code challenge does not match previously saved code verifier',
		)
	return flow
}

function notFound(): AuthError {
	return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
