import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { openPersonLink } from './person-link.ts'
import type { PersonRecord } from './person-record.ts'
import { exportPerson } from './queries.ts'
import { zipPerson } from './zip-person.ts'

const headers = {
	'content-type': 'application/zip',
	'content-disposition': 'attachment; filename="personal-data.zip"',
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-robots-tag': 'noindex',
}

/** GET /functions/v1/person?link=…: one person's data as a ZIP, streamed. The owner must still be one. */
export function getPerson({ db, files, keys, log }: Deps): Handler {
	return async (x) => {
		const link = openPersonLink(keys.secret, x.query('link'))
		if (!link) throw gone()
		const query = exportPerson(link.space, link.actor, link.address, link.testimonials)
		const [row] = await db.as({ role: 'service_role' }, (tx) => tx.final<{ record: PersonRecord | null }>(query), {
			shardKey: link.space,
		})
		if (!row?.record) throw gone()
		const body = zipPerson(row.record, files)
		body.on('error', (error) => log.warn({ err: error, requestId: x.requestId }, 'a download of one person broke off'))
		return { status: 200, headers, body }
	}
}

function gone(): AppError {
	return new AppError(404, 'not_found', 'This link has expired. Download again from Space, People.')
}
