import { hashLink } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { accountOfLink as findAccount } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { tokenKindsByType } from './verify-token.ts'

/**
 * GET /verify/account: the account of a mailed link and the address that it was sent to. It consumes nothing; anyone who holds the link may
 * sign in with it.
 */
export function accountOfLink({ db }: AuthContext) {
	return async (x: Exchange) => {
		const { token_hash: token, type } = x.query()
		if (!token || !type) throw invalid('A token hash and a verification type are required')
		const kinds = tokenKindsByType.get(type)
		if (!kinds) throw invalid('Unsupported verification type')
		const query = findAccount(hashLink(token), kinds)
		const [account] = await db.as(authServiceRole, (tx) => tx.final<{ id: string; email: string }>(query), {
			readOnly: true,
		})
		if (!account) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
		return json(account, 200, { 'cache-control': 'no-store' })
	}
}
