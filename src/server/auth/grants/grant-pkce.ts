import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type FinishedFlow, spendAuthCode } from '#server/auth/openid/flow-queries.ts'
import { openProviderToken } from '#server/auth/openid/provider-tokens.ts'
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
	return async (c: Context<Env>) => {
		const { auth_code: code, code_verifier: verifier } = await readBody(c, exchange)
		if (!code || !verifier)
			throw invalid('invalid request: both auth code and code verifier should be non-empty')
		const opened = isUuid(code) && (await exchangeCode(context, c, code, verifier))
		if (!opened) throw notFound()
		if ('refusal' in opened) throw opened.refusal
		const { flow, account, session } = opened
		const open = (token: string | null) => token && openProviderToken(token, context.keys.secret)
		const token = open(flow.provider_access_token)
		const refresh = open(flow.provider_refresh_token)
		return c.json({
			...sessionJson(context, account, session, 0n),
			...(token ? { provider_token: token } : {}),
			...(refresh ? { provider_refresh_token: refresh } : {}),
		})
	}
}

/** @returns nothing for an unknown code; a refusal is told after the commit, in which the code is spent */
async function exchangeCode(context: AuthContext, c: Context<Env>, code: string, verifier: string) {
	return context.db.as(authService, async (tx) => {
		const [flow] = await tx.query<FinishedFlow>(spendAuthCode(code))
		if (!flow) return undefined
		const [owner] = await tx.query<Account>(accountById(flow.user_id))
		const refusal = refusalOf(flow, verifier, owner)
		if (refusal) return { refusal }
		const { authentication_method: method, session_not_after: notAfter } = flow
		const isVouched = method === 'oauth' || method === 'sso/saml'
		const provider = isVouched ? { provider: flow.provider } : {}
		const options = { ...provider, notAfter }
		const opened = await startSession(context, tx, c, flow.user_id, method, options)
		return opened && { flow, ...opened }
	})
}

function refusalOf(
	flow: FinishedFlow,
	verifier: string,
	owner: Account | undefined,
): AuthError | undefined {
	if (flow.expired)
		return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
	const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method }
	if (!answersChallenge(verifier, challenge))
		return new AuthError(
			400,
			'bad_code_verifier',
			'code challenge does not match previously saved code verifier',
		)
	return owner && isBanned(owner) ? new AuthError(400, 'user_banned', 'User is banned') : undefined
}

function notFound(): AuthError {
	return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
