import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readPage, setPageHeaders } from '#server/auth/redirects/pages.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import { countUsers, pageOfUsers } from './admin-queries.ts'

/** GET /admin/users: pages of everybody, newest first, with Link and X-Total-Count (auth.md §4). */
export function listUsers({ config, db }: AuthContext) {
	return async (c: Context<Env>) => {
		const page = readPage(c)
		const filter = c.req.query('filter') ?? ''
		const ascending = /^created_at\s+asc$/i.test(c.req.query('sort') ?? '')
		const [[count], users] = await db.as(
			authService,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countUsers(filter)),
					tx.final<Account>(pageOfUsers(filter, ascending, page.size, page.offset)),
				]),
			{ readOnly: true },
		)
		setPageHeaders(c, `${config.SITE_URL}/auth/v1/admin/users`, page, Number(count?.total ?? 0))
		return c.json({
			users: users.map((user) => ({ ...userJson(user), identities: null })),
			aud: 'authenticated',
		})
	}
}
