import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { userJson } from './account.ts'
import type { AuthContext } from './auth-context.ts'
import { requireUser } from './bearer.ts'
import { invalid } from './errors.ts'

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
