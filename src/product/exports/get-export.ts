import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Claims } from '#platform/pg/db.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { exportArchive } from '#product/archive/export-archive.ts'
import { unavailable } from '#product/http/errors.ts'
import { runQuery } from '#product/run-query.ts'
import { type ExportOptions, parseExportOptions } from './export-options.ts'
import { recordExport } from './queries.ts'
import { streamAnswer, writeAll } from './stream-answer.ts'
import { exportedRows } from './write-rows.ts'

/** Each export holds a connection to the database for as long as its reader takes. */
const maxStreams = 2
/** For one page of rows. */
const statementTimeout = 60_000

export const fileTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json', archive: 'application/zip' }
export const fileExtensions = { csv: 'csv', json: 'json', archive: 'zip' }

/**
 * GET /functions/v1/export: the testimonials of a space for its members, or its archive for its owners, streamed as of one
 * moment.
 */
export function getExport(deps: Pick<Deps, 'config' | 'db' | 'files' | 'identify' | 'log'>): Handler {
	const { config, db, identify, log } = deps
	const streams = new Semaphore(maxStreams)

	async function requireMember(claims: Claims, { space, format, withEmails }: ExportOptions) {
		const [found] = await runQuery<{ name: string; slug: string; is_owner: boolean }>(
			db,
			claims,
			recordExport(space, format, withEmails),
			{ shardKey: space },
		)
		if (!found) throw new AppError(404, 'not_found', 'There is no such space, or you are not a member of it.')
		if (format === 'archive' && !found.is_owner)
			throw new AppError(403, 'forbidden', 'Only owners of a space may download its archive.')
		return found
	}

	return async (x): Promise<Answer> => {
		const { claims } = await identify(x)
		const options = parseExportOptions(x.searchParams)
		if (!streams.tryAcquire()) throw unavailable('Other exports are running. Please try again in a moment.', 10)
		try {
			const { name, slug } = await requireMember(claims, options)
			const body = streamAnswer(
				(output) =>
					options.format === 'archive'
						? exportArchive(deps, options, output)
						: db.as(
								claims,
								(tx) => writeAll(exportedRows(tx, options, { name, siteUrl: config.SITE_URL }), output, { end: false }),
								{ snapshot: true, statementTimeout, shardKey: options.space },
							),
				(error) => {
					streams.release()
					if (error) log.warn({ err: error, requestId: x.requestId }, 'an export ended early')
				},
			)
			return { status: 200, headers: headersOf(options.format, slug), body, releaseBuffers: true }
		} catch (error) {
			streams.release()
			throw error
		}
	}
}

function headersOf(format: ExportOptions['format'], slug: string): Record<string, string> {
	const day = new Date().toISOString().slice(0, 10)
	return {
		'content-type': fileTypes[format],
		'content-disposition': `attachment; filename="${slug}-${day}.${fileExtensions[format]}"`,
		'cache-control': 'no-store',
		'x-content-type-options': 'nosniff',
	}
}
