import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import {
	askBeforeUserCreated,
	tellUserCreated,
	wakeUserCreated,
} from '#server/auth/hooks/user-created.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { insertUser } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { explainUsername } from './username.ts'

/** Sign-up without address: a user who is nobody yet (auth.md §2.1). Off by default. */
export async function anonymousSignup(
	context: AuthContext,
	c: Context<Env>,
	data: Record<string, unknown>,
): Promise<Response> {
	const { config, db, limits } = context
	if (!config.ANONYMOUS_SIGNIN)
		throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (config.SIGNUP !== 'open')
		throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
	await limits.request('anonymous', c.var.ip)
	const id = randomUUID()
	await askBeforeUserCreated(context, { id, data }, { ip: c.var.ip })
	const opened = await db
		.as(authService, async (tx) => {
			const insertion = insertUser({
				id,
				email: null,
				password: null,
				appMetadata: {},
				userMetadata: data,
				confirmed: false,
				anonymous: true,
			})
			const told = tellUserCreated(context, id, c.var.ip).map((query) => tx.query(query))
			const [, session] = await Promise.all([
				tx.query(insertion),
				startSession(context, tx, c, id, 'anonymous', { via: 'anonymous' }),
				...told,
			])
			return session
		})
		.catch((error) => explainUsername(context, error, data.username))
	if (!opened) throw new Error('the new user cannot be read back')
	wakeUserCreated(context)
	return c.json(sessionJson(context, opened.account, opened.session, 0n))
}
