import { countAuditEntries, listAuditEntries } from '#platform/auth/accounts/audit-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { pageHeaders, readPage } from '#platform/auth/pagination.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** GET /admin/audit?query=author:|action:|type: the audit log, newest first. */
export function listAudit({ config, db }: AuthContext) {
	return async (x: Exchange) => {
		const page = readPage(x)
		const query = x.query('query') ?? ''
		const [, field = 'action', filter = ''] = /^(author|action|type):(.*)$/.exec(query) ?? []
		if (query && !filter) throw invalid('Invalid query scope: use author:, action: or type:')
		const [[count], entries] = await db.as(
			authServiceRole,
			(tx) =>
				Promise.all([
					tx.query<{ total: string }>(countAuditEntries(field, filter)),
					tx.final(listAuditEntries(field, filter, page.size, page.offset)),
				]),
			{ readOnly: true },
		)
		const address = `${config.SITE_URL}/auth/v1/admin/audit`
		return json(entries, 200, pageHeaders(address, page, Number(count?.total ?? 0)))
	}
}
