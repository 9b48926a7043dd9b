import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { type Asker, requireUser } from '#server/auth/bearer/bearer.ts'
import { invalid } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import { userJson } from './account.ts'

/** GET /user (auth.md §3.1). */
export function getUser(context: AuthContext) {
	return async (c: Context<Env>) => c.json(await answerUser(context, c))
}

/** The user behind a bearer token, as the wire shows them. @throws AuthError 401, 403, or 400 for another audience */
export async function answerUser(context: AuthContext, asker: Pick<Asker, 'req'>) {
	const { account, claims } = await requireUser(context, asker)
	const wanted = asker.req.header('x-jwt-aud')
	if (wanted && wanted !== claims.aud)
		throw invalid("Token audience doesn't match request audience")
	return userJson(account)
}
