import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import { idTokenGrant } from './grant-id-token.ts'
import { passwordGrant } from './grant-password.ts'
import { pkceGrant } from './grant-pkce.ts'
import { refreshGrant } from './grant-refresh.ts'
import { web3Grant } from './grant-web3.ts'

/** POST /token?grant_type= (auth.md §2.2). */
export function token(context: AuthContext) {
	const grants = new Map<string, (c: Context<Env>) => Promise<Response>>([
		['password', passwordGrant(context)],
		['refresh_token', refreshGrant(context)],
		['pkce', pkceGrant(context)],
		['id_token', idTokenGrant(context)],
		['web3', web3Grant(context)],
	])
	return async (c: Context<Env>) => {
		const grant = grants.get(c.req.query('grant_type') ?? '')
		if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
		await context.limits.request('token', c.var.ip)
		return grant(c)
	}
}
