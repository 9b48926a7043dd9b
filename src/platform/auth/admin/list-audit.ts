import { countAuditEntries, listAuditEntries } from '#platform/auth/accounts/audit-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { invalid } from '#platform/auth/errors.ts'
import { readPage, readRows } from '#platform/auth/pagination.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** GET /admin/audit?query=author:|action:|type: the audit log, newest first. */
export async function listAudit(context: AuthContext, x: Exchange) {
	const page = readPage(x)
	const query = x.query('query') ?? ''
	const [, field = 'action', filter = ''] = /^(author|action|type):(.*)$/.exec(query) ?? []
	if (query && !filter) throw invalid('Invalid query scope: use author:, action: or type:')
	const { size, offset } = page
	const list = listAuditEntries(field, filter, size, offset)
	const { rows, headers } = await readRows(context, '/admin/audit', page, countAuditEntries(field, filter), list)
	return json(rows, 200, headers)
}
