import { randomUUID } from 'node:crypto'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { insertUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import {
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
	wakeAfterUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, signupDisabled } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** Anonymous sign-up: a user without email or phone. Off by default. */
export async function anonymousSignup(
	context: AuthContext,
	x: Exchange,
	data: Record<string, unknown>,
): Promise<Answer> {
	const { config, db, limits } = context
	if (!config.ANONYMOUS_SIGNIN)
		throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
	if (config.SIGNUP !== 'open') throw signupDisabled()
	await limits.request('anonymous', x.ip)
	const id = randomUUID()
	await runBeforeUserCreatedHook(context, { id, data }, { ip: x.ip })
	const opened = await db
		.as(authServiceRole, async (tx) => {
			const insertion = insertUser({
				id,
				email: null,
				password: null,
				appMetadata: {},
				userMetadata: data,
				confirmed: false,
				anonymous: true,
			})
			const hookJobs = enqueueAfterUserCreatedHook(context, id, x.ip).map((query) => tx.query(query))
			const [, session] = await Promise.all([
				tx.query(insertion),
				startSession(context, tx, x, id, 'anonymous', { via: 'anonymous' }),
				...hookJobs,
			])
			return session
		})
		.catch((error) => throwUsernameTaken(context, error, data.username))
	if (!opened) throw new Error('the new user cannot be read back')
	wakeAfterUserCreatedHook(context)
	return json(sessionJson(context, opened.account, opened.session, 0n))
}
