import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { IncomingMessage } from '#platform/http/node-http.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import {
	maxMetadata,
	readCacheControl,
	readEncoding,
	readMetadata,
	readMetadataHeader,
	sanitizeContentType,
	type UploadBody,
} from './upload-fields.ts'

/** Reads the body of an upload: raw bytes, or a form whose file part may have any name. */
export async function readUploadBody(x: Exchange): Promise<UploadBody> {
	const stream = x.body
	if (!stream) throw new StorageError('InvalidRequest', 'The request has no body')
	// It may fail before it is read, while the database is queried. The reader gets the error later.
	stream.on('error', () => {})
	const header = (name: string) => x.header(name) ?? null
	const type = header('content-type') ?? ''
	if (type.toLowerCase().startsWith('multipart/form-data')) return readUploadForm(stream, type)
	const declared = header('content-length')
	return {
		content: stream,
		mime: sanitizeContentType(type),
		expected: declared === null ? undefined : Number(declared),
		releaseBuffers: stream instanceof IncomingMessage,
		fields: async () => ({
			cacheControl: readCacheControl(header('cache-control')),
			contentEncoding: readEncoding(header('content-encoding')),
			userMetadata: readMetadataHeader(header('x-metadata')),
		}),
		abandon() {},
	}
}

/** Characters of all text fields: metadata, and some more. They are held in memory before permission is checked. */
const maxTextLength = maxMetadata + 65_536

/** Parses a streaming form; resolves when its file begins. Text fields may come before or after the file. */
function readUploadForm(stream: Readable, type: string): Promise<UploadBody> {
	const texts = new Map<string, string>()
	let length = 0
	return new Promise((resolve, reject) => {
		const parser = openParser(type)
		const ended = new Promise<void>((done, failed) => {
			parser.once('close', done)
			// A broken form may emit several errors; an unhandled one would end the process.
			parser.on('error', (cause) =>
				failed(
					cause instanceof StorageError ? cause : new StorageError('InvalidRequest', 'The form cannot be read', cause),
				),
			)
			stream.on('error', failed)
		})
		// The reader of the file gets the error; without a file the promise rejects.
		ended.then(
			() => reject(new StorageError('InvalidRequest', 'The form has no file')),
			(error) => reject(error),
		)
		parser.on('field', (name, value, { valueTruncated }) => {
			length += value.length
			if (!valueTruncated && length <= maxTextLength) texts.set(name, value)
			else parser.destroy(new StorageError('EntityTooLarge', `${name.slice(0, 60)} is too long`))
		})
		parser.on('file', (_name, file, { mimeType }) => {
			file.on('error', () => {})
			// A form that breaks off must not look like the end of its file.
			ended.catch((error) => file.destroy(error))
			resolve({
				content: file,
				mime: sanitizeContentType(texts.get('contentType') || mimeType),
				expected: undefined,
				releaseBuffers: false,
				async fields() {
					await ended
					return {
						cacheControl: readCacheControl(texts.get('cacheControl') ?? null),
						contentEncoding: readEncoding(texts.get('contentEncoding') ?? null),
						userMetadata: readMetadata(texts.get('metadata') ?? texts.get('userMetadata') ?? ''),
					}
				},
				abandon: () => stream.unpipe(parser),
			})
		})
		stream.pipe(parser)
	})
}

function openParser(type: string): busboy.Busboy {
	const limits = { files: 1, fields: 20, fieldSize: maxMetadata, parts: 24 }
	try {
		return busboy({ headers: { 'content-type': type }, limits, defParamCharset: 'utf8' })
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The form cannot be read', cause)
	}
}
