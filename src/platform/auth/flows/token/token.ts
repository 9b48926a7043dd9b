import { z } from 'zod'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { consumeAuthCode, type FinishedFlow } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import { verifyPkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { openProviderToken } from '#platform/auth/providers/oauth/complete-sign-in.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './password-grant.ts'
import { refreshGrant } from './refresh-token-grant.ts'
import { web3Grant } from './web3-grant.ts'

const grants = new Map<string, (context: AuthContext, x: Exchange) => Promise<Answer>>([
	['password', passwordGrant],
	['refresh_token', refreshGrant],
	['pkce', pkceGrant],
	['id_token', idTokenGrant],
	['web3', web3Grant],
])

/** POST /token?grant_type= */
export async function token(context: AuthContext, x: Exchange) {
	const grant = grants.get(x.query('grant_type') ?? '')
	if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
	await context.limits.request('token', x.ip)
	return grant(context, x)
}

const exchange = z.object({ auth_code: text, code_verifier: text })

/** Exchanges the code of a finished flow for a session. */
async function pkceGrant(context: AuthContext, x: Exchange) {
	const { auth_code: code, code_verifier: verifier } = await readBody(x, exchange)
	if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
	const opened = isUuid(code) && (await consumeFlow(context, x, code, verifier))
	if (!opened) throw notFound()
	if ('refusal' in opened) throw opened.refusal
	const { flow, account, session } = opened
	const open = (token: string | null) => token && openProviderToken(token, context.keys.secret)
	const token = open(flow.provider_access_token)
	const refresh = open(flow.provider_refresh_token)
	return json({
		...sessionJson(context, account, session, 0n),
		...(token ? { provider_token: token } : {}),
		...(refresh ? { provider_refresh_token: refresh } : {}),
	})
}

/** @returns undefined for an unknown code; a refusal to throw after the commit that consumes the code */
async function consumeFlow(context: AuthContext, x: Exchange, code: string, verifier: string) {
	return context.db.as(authServiceRole, async (tx) => {
		const [flow] = await tx.query<FinishedFlow>(consumeAuthCode(code))
		if (!flow) return undefined
		const [owner] = await tx.query<Account>(accountById(flow.user_id))
		const refusal = flowError(flow, verifier, owner)
		if (refusal) return { refusal }
		const { authentication_method: method, session_not_after: notAfter } = flow
		const isVouched = method === 'oauth' || method === 'sso/saml'
		const provider = isVouched ? { provider: flow.provider } : {}
		const options = { ...provider, notAfter }
		const opened = await startSession(context, tx, x, flow.user_id, method, options)
		return opened && { flow, ...opened }
	})
}

function flowError(flow: FinishedFlow, verifier: string, owner: Account | undefined): AuthError | undefined {
	if (flow.expired) return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
	const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method }
	if (!verifyPkceChallenge(verifier, challenge))
		return new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
	return owner && isBanned(owner) ? new AuthError(400, 'user_banned', 'User is banned') : undefined
}

function notFound(): AuthError {
	return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
