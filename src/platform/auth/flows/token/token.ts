import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshGrant } from './refresh-token-grant.ts'
import { web3Grant } from './web3-grant.ts'

/** POST /token?grant_type= */
export function token(context: AuthContext) {
	const grants = new Map<string, (x: Exchange) => Promise<Answer>>([
		['password', passwordGrant(context)],
		['refresh_token', refreshGrant(context)],
		['pkce', pkceGrant(context)],
		['id_token', idTokenGrant(context)],
		['web3', web3Grant(context)],
	])
	return async (x: Exchange) => {
		const grant = grants.get(x.query('grant_type') ?? '')
		if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
		await context.limits.request('token', x.ip)
		return grant(x)
	}
}
