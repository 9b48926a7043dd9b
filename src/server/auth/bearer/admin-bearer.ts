import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { sessionExists } from '#server/auth/sessions/session-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { readBearer } from '#server/http/caller.ts'
import { readToken } from './bearer.ts'
import { authService } from './service-role.ts'

const adminRoles = ['service_role', 'supabase_admin']

/** Lets through whoever holds a service key or an administrator's token (auth.md §1.4). */
export function requireAdmin(context: AuthContext) {
	return createMiddleware<Env>(async (c, next) => {
		await checkAdmin(context, c)
		await next()
	})
}

/** Whether a request is an administrator's: the same rule, where others may pass too. */
export async function isAdministrator(context: AuthContext, c: Context<Env>): Promise<boolean> {
	try {
		await checkAdmin(context, c)
		return true
	} catch (error) {
		if (error instanceof AuthError) return false
		throw error
	}
}

async function checkAdmin(context: AuthContext, c: Context<Env>): Promise<void> {
	const claims = readAdminToken(context, c)
	if (typeof claims.role !== 'string' || !adminRoles.includes(claims.role))
		throw new AuthError(403, 'not_admin', 'User not allowed')
	const { session_id: session } = claims
	if (session && !(await isAlive(context, session)))
		throw new AuthError(403, 'session_expired', 'Session is no longer valid')
}

/** A service key may also stand in `apikey` alone, as the reference's gateway takes it (auth.md §1.3). */
function readAdminToken(context: AuthContext, c: Context<Env>) {
	const { roleByApiKey } = context.keys
	const authorization = c.req.header('authorization')
	const bearer = readBearer(authorization ?? null)
	const role = bearer && roleByApiKey.get(bearer)
	if (role) return { role, session_id: undefined }
	const own = roleByApiKey.get(c.req.header('apikey') ?? c.req.query('apikey') ?? '')
	if (!authorization && own === 'service_role') return { role: own, session_id: undefined }
	return readToken(context, c)
}

async function isAlive({ db }: AuthContext, session: unknown): Promise<boolean> {
	if (typeof session !== 'string' || !isUuid(session)) return false
	const rows = await db.as(authService, (tx) => tx.final(sessionExists(session)))
	return rows.length > 0
}
