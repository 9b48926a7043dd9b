import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { invalid } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import { userJson } from './account.ts'

/** GET /user (auth.md §3.1). */
export function getUser(context: AuthContext) {
	return async (c: Context<Env>) => {
		const { account, claims } = await requireUser(context, c)
		const wanted = c.req.header('x-jwt-aud')
		if (wanted && wanted !== claims.aud)
			throw invalid("Token audience doesn't match request audience")
		return c.json(userJson(account))
	}
}
