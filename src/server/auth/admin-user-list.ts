import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { type Account, userJson } from './account.ts'
import { countUsers, pageOfUsers } from './admin-queries.ts'
import type { AuthContext } from './auth-context.ts'
import { invalid } from './errors.ts'
import { authService } from './service-role.ts'

const defaultPerPage = 50
const maxPerPage = 1000

/** GET /admin/users: pages of everybody, newest first, with Link and X-Total-Count (auth.md §4). */
export function listUsers({ config, db }: AuthContext) {
	return async (c: Context<Env>) => {
		const page = readNumber('page', c.req.query('page'), 1)
		const perPage = Math.min(
			maxPerPage,
			readNumber('per_page', c.req.query('per_page'), defaultPerPage),
		)
		const filter = c.req.query('filter') ?? ''
		const ascending = /^created_at\s+asc$/i.test(c.req.query('sort') ?? '')
		const [[count], users] = await db.as(
			authService,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countUsers(filter)),
					tx.final<Account>(pageOfUsers(filter, ascending, perPage, (page - 1) * perPage)),
				]),
			{ readOnly: true },
		)
		const total = Number(count?.total ?? 0)
		const address = `${config.SITE_URL}/auth/v1/admin/users`
		c.header('X-Total-Count', String(total))
		c.header('Link', links(address, page, perPage, total))
		return c.json({
			users: users.map((user) => ({ ...userJson(user), identities: null })),
			aud: 'authenticated',
		})
	}
}

/** The client reads the first number after the first "=", so `page` stands first. */
function links(address: string, page: number, perPage: number, total: number): string {
	const last = Math.max(1, Math.ceil(total / perPage))
	const to = (target: number, rel: string) =>
		`<${address}?page=${target}&per_page=${perPage}>; rel="${rel}"`
	return [...(page < last ? [to(page + 1, 'next')] : []), to(last, 'last')].join(', ')
}

function readNumber(name: string, given: string | undefined, fallback: number): number {
	if (!given) return fallback
	if (!/^[1-9]\d{0,8}$/.test(given))
		throw invalid(
			`Bad Pagination Parameters: ${name} must be a whole number from 1 on, not "${given}"`,
		)
	return Number(given)
}
