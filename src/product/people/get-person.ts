import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { FileStore } from '#platform/media/files/file-store.ts'
import { runQuery, service } from '#product/run-query.ts'
import { openPersonLink } from './person-link.ts'
import { filePath, type PersonRecord } from './person-record.ts'
import { exportPerson } from './queries.ts'
import { renderPersonPage } from './render-person-page.ts'

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
		const [row] = await runQuery<{ record: PersonRecord | null }>(db, service, query, {
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

/** One person's data as a ZIP: a page for people, JSON for programs, and the files as they are. Memory stays flat, as files are read one by one. */
function zipPerson(record: PersonRecord, files: Pick<FileStore, 'read'>): Readable {
	const zip = new ZipFile()
	// A stream of its own: one that yazl makes passes no errors on.
	const body = new PassThrough()
	const opened = new Set<Readable>()
	zip.on('error', (error) => body.destroy(error as Error))
	zip.addBuffer(Buffer.from(renderPersonPage(record)), 'index.html')
	zip.addBuffer(Buffer.from(`${JSON.stringify(withPaths(record), null, '\t')}\n`), 'data.json')
	for (const [at, testimonial] of record.testimonials.entries()) {
		for (const file of testimonial.files) {
			zip.addReadStreamLazy(filePath(at, file), { compress: false }, (give) => {
				files.read(file.version).then(
					(stream) => {
						if (!stream) return give(new Error(`the bytes of ${file.version} are missing`), undefined as never)
						opened.add(stream)
						stream.once('close', () => opened.delete(stream))
						give(null, stream)
					},
					(error) => give(error, undefined as never),
				)
			})
		}
	}
	body.once('close', () => {
		for (const stream of opened) stream.destroy()
	})
	zip.outputStream.pipe(body)
	zip.end()
	return body
}

/** The record for programs: files by their place in the ZIP. */
function withPaths(record: PersonRecord) {
	const testimonials = record.testimonials.map((testimonial, at) => ({
		...testimonial,
		files: testimonial.files.map(({ version: _, ...file }) => ({ ...file, path: filePath(at, file) })),
	}))
	return { format: 'plaudit-person', version: 1, made_at: new Date().toISOString(), ...record, testimonials }
}
