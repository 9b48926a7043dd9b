import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { invalid } from '#server/auth/errors.ts'
import { readPage, setPageHeaders } from '#server/auth/redirects/pages.ts'
import type { Env } from '#server/deps.ts'
import { countAudit, pageOfAudit } from './audit-queries.ts'

/** GET /admin/audit?query=author:|action:|type: what happened, newest first (auth.md §4). */
export function listAudit({ config, db }: AuthContext) {
	return async (c: Context<Env>) => {
		const page = readPage(c)
		const query = c.req.query('query') ?? ''
		const [, field = 'action', wanted = ''] = /^(author|action|type):(.*)$/.exec(query) ?? []
		if (query && !wanted) throw invalid('Invalid query scope: use author:, action: or type:')
		const [[count], entries] = await db.as(
			authService,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countAudit(field, wanted)),
					tx.final(pageOfAudit(field, wanted, page.size, page.offset)),
				]),
			{ readOnly: true },
		)
		setPageHeaders(c, `${config.SITE_URL}/auth/v1/admin/audit`, page, Number(count?.total ?? 0))
		return c.json(entries)
	}
}
