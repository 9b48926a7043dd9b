import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { StorageContext } from './request.ts'
import { StorageError } from './storage-error.ts'
import {
	cleanType,
	readCacheControl,
	readEncoding,
	readMetadataHeader,
	type UploadBody,
} from './upload-fields.ts'
import { readForm } from './upload-form.ts'

/** Reads the body of an upload: raw bytes, or a form whose file part may have any name (data.md §4.4). */
export async function readUploadBody(c: StorageContext): Promise<UploadBody> {
	const stream = bodyOf(c)
	// It may break off before anybody reads, while the database is asked. Whoever reads then sees the failure.
	stream.on('error', () => {})
	const header = (name: string) => c.req.header(name) ?? null
	const type = header('content-type') ?? ''
	if (type.toLowerCase().startsWith('multipart/form-data')) return readForm(stream, type)
	const announced = header('content-length')
	return {
		content: stream,
		mime: cleanType(type),
		expected: announced === null ? undefined : Number(announced),
		isSpent: stream instanceof IncomingMessage,
		fields: async () => ({
			cacheControl: readCacheControl(header('cache-control')),
			contentEncoding: readEncoding(header('content-encoding')),
			userMetadata: readMetadataHeader(header('x-metadata')),
		}),
		abandon() {},
	}
}

/** The request itself where there is one: its detour through a web stream costs more than the upload. */
function bodyOf(c: StorageContext): Readable {
	const { incoming } = (c.env ?? {}) as { incoming?: Readable }
	if (incoming) return incoming
	if (!c.req.raw.body) throw new StorageError('InvalidRequest', 'The request has no body')
	return Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
}
