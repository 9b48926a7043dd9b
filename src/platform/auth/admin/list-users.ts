import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { pageHeaders, readPage } from '#platform/auth/pagination.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { countUsers, listUsersPage } from './admin-user-queries.ts'

/** GET /admin/users: a page of users, newest first, with Link and X-Total-Count. */
export function listUsers({ config, db }: AuthContext) {
	return async (x: Exchange) => {
		const page = readPage(x)
		const filter = x.query('filter') ?? ''
		const audience = x.header('x-jwt-aud') || null
		const ascending = parseSortDirection(x.query('sort') ?? '') === 'asc'
		const [[count], users] = await db.as(
			authServiceRole,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countUsers(filter, audience)),
					tx.final<Account>(listUsersPage({ filter, audience }, ascending, page.size, page.offset)),
				]),
			{ readOnly: true },
		)
		const address = `${config.SITE_URL}/auth/v1/admin/users`
		const body = {
			users: users.map((user) => ({ ...userJson(user), identities: null })),
			aud: requestedAudience(x),
		}
		return json(body, 200, pageHeaders(address, page, Number(count?.total ?? 0)))
	}
}

/** @throws AuthError 400 validation_failed */
function parseSortDirection(sort: string): string {
	const [field = 'created_at', direction = 'desc'] = sort.trim().toLowerCase().split(/\s+/).filter(Boolean)
	if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
	if (direction !== 'asc' && direction !== 'desc')
		throw invalid(`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`)
	return direction
}
