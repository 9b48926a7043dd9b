import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { sessionExists } from '#platform/auth/accounts/sessions/session-queries.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { readBearer } from '#platform/http/request/caller.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { readToken } from './require-user.ts'

const adminRoles = ['service_role', 'supabase_admin']

/** True for an administrator's request, for endpoints that others may call too. */
export async function isAdministrator(context: AccountsContext, x: Exchange): Promise<boolean> {
	try {
		await requireAdmin(context, x)
		return true
	} catch (error) {
		if (error instanceof AuthError) return false
		throw error
	}
}

/** Requires a service key or an administrator's token. @throws AuthError 401 or 403 */
export async function requireAdmin(context: AccountsContext, x: Exchange): Promise<void> {
	const claims = await readAdminToken(context, x)
	if (typeof claims.role !== 'string' || !adminRoles.includes(claims.role))
		throw new AuthError(403, 'not_admin', 'User not allowed')
	const { session_id: session } = claims
	if (session && !(await isSessionAlive(context, session)))
		throw new AuthError(403, 'session_expired', 'Session is no longer valid')
}

/** Reads the bearer token. As in Supabase, a service key may also come in `apikey` alone. */
async function readAdminToken(context: AccountsContext, x: Exchange) {
	const { roleByApiKey } = context.keys
	const authorization = x.header('authorization')
	const bearer = readBearer(authorization ?? null)
	const role = bearer && roleByApiKey.get(bearer)
	if (role) return { role, session_id: undefined }
	const own = roleByApiKey.get(x.header('apikey') ?? x.query('apikey') ?? '')
	if (!authorization && own === 'service_role') return { role: own, session_id: undefined }
	return readToken(context, x)
}

async function isSessionAlive({ db }: AccountsContext, session: unknown): Promise<boolean> {
	if (typeof session !== 'string' || !isUuid(session)) return false
	const rows = await db.as(authServiceRole, (tx) => tx.final(sessionExists(session)))
	return rows.length > 0
}
