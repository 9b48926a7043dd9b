import type { Readable } from 'node:stream'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { StorageError } from '#platform/storage/storage-error.ts'

/** Attributes of a file. `userMetadata` is the sender's own. */
export type UploadFields = {
	cacheControl: string
	/** Encoding of the uploaded bytes, e.g. gzip. */
	contentEncoding?: string | undefined
	userMetadata: Record<string, unknown> | null
}

/** A streaming upload. `fields` resolves only after the content was consumed. */
export type UploadBody = {
	content: Readable
	mime: string
	expected: number | undefined
	/** True when its chunks come unshared from the socket. */
	releaseBuffers: boolean
	fields(): Promise<UploadFields>
	/** Detaches from the connection when the rest is not read, so that it can carry the response. */
	abandon(): void
}

export const maxMetadata = 1024 * 1024

/** The type becomes a header of every download, so only a valid header value is kept. */
export function sanitizeContentType(type: string): string {
	const isGood = type.length <= 200 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/.test(type)
	return isGood ? type : 'application/octet-stream'
}

/** Longer than any real header; parsing time grows faster than the length. */
const maxCacheControlLength = 1000

/** Seconds, or a header that contains them, become `max-age=N`; anything else becomes `no-cache`. */
export function readCacheControl(text: string | null): string {
	const known = text && text.length <= maxCacheControlLength ? text : ''
	const seconds = /^(?:.*max-age=)?(\d{1,10})(?:\D.*)?$/.exec(known)?.[1]
	return seconds === undefined ? 'no-cache' : `max-age=${Number(seconds)}`
}

/** A content encoding that browsers decode, or none. @throws StorageError for any other */
export function readEncoding(text: string | null | undefined): string | undefined {
	const encoding = text?.trim().toLowerCase() ?? ''
	if (encoding === '' || encoding === 'identity') return undefined
	if (['gzip', 'br', 'deflate', 'zstd'].includes(encoding)) return encoding
	throw new StorageError('InvalidRequest', `The encoding ${encoding.slice(0, 50)} is not known`)
}

/** Decodes the base64 JSON object of `x-metadata`. */
export function readMetadataHeader(header: string | null | undefined) {
	return readMetadata(Buffer.from(header ?? '', 'base64').toString('utf8'))
}

export function readMetadata(text: string): Record<string, unknown> | null {
	if (!text) return null
	if (text.length > maxMetadata) throw new StorageError('EntityTooLarge', 'The metadata is larger than 1 MB')
	try {
		const value: unknown = parseShallowJson(text)
		if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
	} catch {
		// Falls through to the error below.
	}
	throw new StorageError('InvalidRequest', 'The metadata is not a JSON object')
}
