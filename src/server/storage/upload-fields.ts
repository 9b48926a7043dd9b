import type { Readable } from 'node:stream'
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
	content: Readable
	mime: string
	/** Bytes, if announced. */
	expected: number | undefined
	/** Whether its chunks are as they came from the socket, and nobody else's. */
	isSpent: boolean
	fields(): Promise<UploadFields>
	/** Lets go of the connection when nobody will read on, so that it can carry the answer. */
	abandon(): void
}

export const maxMetadata = 1024 * 1024

/** What is kept becomes a header of every download, so only what may stand in one is kept. */
export function cleanType(type: string): string {
	const isGood =
		type.length <= 200 && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/.test(type)
	return isGood ? type : 'application/octet-stream'
}

/** No header that a client sends is longer; what is, costs more time to read than its length. */
const longestCacheControl = 1000

/** Seconds, or a header that names them, become `max-age=N`; anything else is `no-cache`. */
export function readCacheControl(text: string | null): string {
	const known = text && text.length <= longestCacheControl ? text : ''
	const seconds = /^(?:.*max-age=)?(\d{1,10})(?:\D.*)?$/.exec(known)?.[1]
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

/** The JSON object that comes in base64 as `x-metadata`. */
export function readMetadataHeader(header: string | null | undefined) {
	return readMetadata(Buffer.from(header ?? '', 'base64').toString('utf8'))
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
