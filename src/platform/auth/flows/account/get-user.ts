import { requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import { userJson } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** GET /user: the user of the bearer token. @throws AuthError 401, 403, or 400 for another audience */
export function getUser(context: AuthContext) {
	return async (x: Exchange) => {
		const { account, claims } = await requireUser(context, x)
		const wanted = x.header('x-jwt-aud')
		if (wanted && wanted !== claims.aud) throw invalid("Token audience doesn't match request audience")
		return json(userJson(account))
	}
}
