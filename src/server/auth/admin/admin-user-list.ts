import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { invalid } from '#server/auth/errors.ts'
import { readPage, setPageHeaders } from '#server/auth/redirects/pages.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import { countUsers, pageOfUsers } from './admin-queries.ts'

/** GET /admin/users: pages of everybody, newest first, with Link and X-Total-Count (auth.md §4). */
export function listUsers({ config, db }: AuthContext) {
	return async (c: Context<Env>) => {
		const page = readPage(c)
		const filter = c.req.query('filter') ?? ''
		const audience = c.req.header('x-jwt-aud') || null
		const ascending = readDirection(c.req.query('sort') ?? '') === 'asc'
		const [[count], users] = await db.as(
			authService,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countUsers(filter, audience)),
					tx.final<Account>(pageOfUsers({ filter, audience }, ascending, page.size, page.offset)),
				]),
			{ readOnly: true },
		)
		setPageHeaders(c, `${config.SITE_URL}/auth/v1/admin/users`, page, Number(count?.total ?? 0))
		return c.json({
			users: users.map((user) => ({ ...userJson(user), identities: null })),
			aud: audienceOf(c),
		})
	}
}

/** @throws AuthError 400 validation_failed */
function readDirection(sort: string): string {
	const [field = 'created_at', direction = 'desc'] = sort
		.trim()
		.toLowerCase()
		.split(/\s+/)
		.filter(Boolean)
	if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
	if (direction !== 'asc' && direction !== 'desc')
		throw invalid(
			`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`,
		)
	return direction
}
