import { Readable } from 'node:stream'
import busboy from 'busboy'
import type { Source } from '#server/media/file-store.ts'
import { StorageError } from './storage-error.ts'

/** The text that came with a file. `userMetadata` is what the sender wants to keep with it. */
export type UploadFields = {
	cacheControl: string
	/** Of bytes that came encoded, e.g. gzip. */
	contentEncoding?: string | undefined
	userMetadata: Record<string, unknown> | null
}

/** An upload as it streams in. `fields` is complete only after the content was consumed. */
export type UploadBody = {
	content: Source
	mime: string
	/** Bytes, if announced. */
	expected: number | undefined
	fields(): Promise<UploadFields>
}

const maxMetadata = 1024 * 1024

/** Reads the body of an upload: raw bytes, or a form whose file part may have any name (data.md §4.4). */
export async function readUploadBody(request: Request): Promise<UploadBody> {
	if (!request.body) throw new StorageError('InvalidRequest', 'The request has no body')
	const stream = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
	// It may break off before anybody reads, while the database is asked. Whoever reads then sees the failure.
	stream.on('error', () => {})
	const type = request.headers.get('content-type') ?? ''
	if (type.toLowerCase().startsWith('multipart/form-data')) return readForm(stream, type)
	const announced = request.headers.get('content-length')
	return {
		content: wholeOf(stream),
		mime: cleanType(type),
		expected: announced === null ? undefined : Number(announced),
		fields: async () => ({
			cacheControl: readCacheControl(request.headers.get('cache-control')),
			contentEncoding: readEncoding(request.headers.get('content-encoding')),
			userMetadata: readMetadata(
				Buffer.from(request.headers.get('x-metadata') ?? '', 'base64').toString('utf8'),
			),
		}),
	}
}

function readForm(stream: Readable, type: string): Promise<UploadBody> {
	const texts = new Map<string, string>()
	const limits = { files: 1, fields: 20, fieldSize: maxMetadata, parts: 24 }
	return new Promise((resolve, reject) => {
		let parser: busboy.Busboy
		try {
			parser = busboy({
				headers: { 'content-type': type },
				limits,
				defParamCharset: 'utf8',
			})
		} catch (cause) {
			throw new StorageError('InvalidRequest', 'The form cannot be read', cause)
		}
		const ended = new Promise<void>((done, failed) => {
			parser.once('close', done)
			// A broken form may fail more than once; an error that nobody hears would end the process.
			parser.on('error', (cause) =>
				failed(new StorageError('InvalidRequest', 'The form cannot be read', cause)),
			)
			stream.on('error', failed)
		})
		// Whoever reads the file sees the failure; without a file the refusal below does.
		ended.then(
			() => reject(new StorageError('InvalidRequest', 'The form has no file')),
			(error) => reject(error),
		)
		parser.on('field', (name, value, { valueTruncated }) => {
			if (valueTruncated) parser.destroy(new StorageError('EntityTooLarge', `${name} is too long`))
			else texts.set(name, value)
		})
		parser.on('file', (_name, file, { mimeType }) => {
			file.on('error', () => {})
			resolve({
				content: wholeOf(file, ended),
				mime: cleanType(mimeType),
				expected: undefined,
				async fields() {
					await ended
					return {
						cacheControl: readCacheControl(texts.get('cacheControl') ?? null),
						contentEncoding: readEncoding(texts.get('contentEncoding') ?? null),
						userMetadata: readMetadata(texts.get('metadata') ?? ''),
					}
				},
			})
		})
		stream.pipe(parser)
	})
}

/** A connection that breaks in the middle must not look like the end of the file, nor like our own failure. */
async function* wholeOf(source: Readable, ended?: Promise<void>): AsyncGenerator<Uint8Array> {
	let failure: unknown
	ended?.catch((error) => {
		failure = error
		source.destroy(error)
	})
	try {
		yield* source as AsyncIterable<Uint8Array>
	} catch (cause) {
		failure = cause
	}
	if (failure instanceof StorageError) throw failure
	if (failure) throw new StorageError('InvalidRequest', 'The upload broke off', failure)
}

/** What is kept becomes a header of every download, so only what may stand in one is kept. */
export function cleanType(type: string): string {
	const isGood =
		type.length <= 200 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/.test(type)
	return isGood ? type : 'application/octet-stream'
}

/** Seconds, or a header that names them, become `max-age=N`; anything else is `no-cache`. */
export function readCacheControl(text: string | null): string {
	const seconds = /^(?:.*max-age=)?(\d{1,10})(?:\D.*)?$/.exec(text ?? '')?.[1]
	return seconds === undefined ? 'no-cache' : `max-age=${Number(seconds)}`
}

/**
 * One encoding that browsers undo, or none.
 * @throws StorageError for any other
 */
export function readEncoding(text: string | null | undefined): string | undefined {
	const encoding = text?.trim().toLowerCase() ?? ''
	if (encoding === '' || encoding === 'identity') return undefined
	if (['gzip', 'br', 'deflate', 'zstd'].includes(encoding)) return encoding
	throw new StorageError('InvalidRequest', `The encoding ${encoding.slice(0, 50)} is not known`)
}

export function readMetadata(text: string): Record<string, unknown> | null {
	if (!text) return null
	if (text.length > maxMetadata)
		throw new StorageError('EntityTooLarge', 'The metadata is larger than 1 MB')
	try {
		const value: unknown = JSON.parse(text)
		if (value && typeof value === 'object' && !Array.isArray(value))
			return value as Record<string, unknown>
	} catch {
		// Falls through to the refusal.
	}
	throw new StorageError('InvalidRequest', 'The metadata is not a JSON object')
}
