import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileStore } from '#platform/media/files/file-store.ts'
import { filePath, type PersonRecord } from './person-record.ts'
import { renderPersonPage } from './render-person-page.ts'

/** One person's data as a ZIP: a page for people, JSON for programs, and the files as they are. Memory stays flat, as files are read one by one. */
export function zipPerson(record: PersonRecord, files: Pick<FileStore, 'read'>): Readable {
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
