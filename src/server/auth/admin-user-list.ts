import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { type Account, userJson } from './account.ts'
import { countUsers, pageOfUsers } from './admin-queries.ts'
import type { AuthContext } from './auth-context.ts'
import { readPage, setPageHeaders } from './pages.ts'
import { authService } from './service-role.ts'

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
