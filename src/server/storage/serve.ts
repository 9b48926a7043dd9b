import { Readable } from 'node:stream'
import { parseRange } from './byte-range.ts'
import { essenceOf } from './names.ts'
import type { ObjectRow } from './queries.ts'
import type { Parts, StorageContext } from './request.ts'
import { StorageError } from './storage-error.ts'

/** How often an object may be replaced while one request tries to open it. */
const mostReplacements = 20

/** How an object was reached: decides who may cache it and embed it. */
export type Access = 'public' | 'signed' | 'authenticated'

/**
 * Answers with an object's bytes, or with 304, 206 or 416. Whatever the file is, a browser that opens it runs nothing.
 * @param find reads the row; asked again when the object was replaced before its bytes could be opened
 */
export async function serveObject(
	parts: Parts,
	c: StorageContext,
	find: () => Promise<ObjectRow>,
	access: Access,
): Promise<Response> {
	let object = await find()
	for (let attempt = 0; attempt < mostReplacements; attempt++) {
		const answer = await answerWith(parts, c, object, access)
		if (answer) return answer
		const newer = await find()
		if (newer.version === object.version) throw missing()
		object = newer
	}
	throw missing()
}

/** @returns nothing when the bytes are not there */
async function answerWith(
	{ deps }: Parts,
	c: StorageContext,
	object: ObjectRow,
	access: Access,
): Promise<Response | undefined> {
	const { metadata } = object
	if (!metadata) throw missing()
	const headers = headersOf(c, object, access)
	if (isFresh(c, metadata.eTag, object)) return new Response(null, { status: 304, headers })
	const range = readRange(c, metadata.eTag, object)
	if (range === 'unsatisfiable') {
		const { body, status } = new StorageError('InvalidRange', 'The range cannot be satisfied')
		return c.json(body, status as 416, { 'content-range': `bytes */${metadata.size}` })
	}
	const length = range ? range.to - range.from + 1 : metadata.size
	headers.set('content-length', String(length))
	if (range) headers.set('content-range', `bytes ${range.from}-${range.to}/${metadata.size}`)
	const status = range ? 206 : 200
	if (c.req.method === 'HEAD') return new Response(null, { status, headers })
	const stream = await deps.files.read(object.version, range)
	if (!stream) return undefined
	return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers })
}

function headersOf(c: StorageContext, { metadata, name, updated_at }: ObjectRow, access: Access) {
	const essence = essenceOf(metadata?.mimetype ?? '')
	const isPage = essence === 'text/html' || essence === 'application/xhtml+xml'
	const cache = metadata?.cacheControl ?? 'no-cache'
	const headers = new Headers({
		'content-type': isPage ? 'text/plain' : metadata?.mimetype || 'application/octet-stream',
		'x-content-type-options': 'nosniff',
		'content-security-policy': "sandbox; default-src 'none'",
		'x-robots-tag': 'none',
		'cross-origin-resource-policy': access === 'authenticated' ? 'same-origin' : 'cross-origin',
		'accept-ranges': 'bytes',
		etag: metadata?.eTag ?? '',
		'last-modified': updated_at.toUTCString(),
		'cache-control': access === 'public' ? cache : `private, ${cache}`,
	})
	const wanted = c.req.query('download')
	if (wanted !== undefined)
		headers.set('content-disposition', attachment(wanted, name.split('/').at(-1) ?? name))
	return headers
}

/** RFC 6266: a plain name for old readers, the exact one in UTF-8 beside it. No byte of either leaves its quotes. */
function attachment(wanted: string, stored: string): string {
	if (wanted === '') return 'attachment'
	const name = decodeOnce(wanted).slice(0, 255) || stored
	const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
	const exact = encodeURIComponent(name.toWellFormed()).replace(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	)
	return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** The official client encodes the query of signed links twice. */
function decodeOnce(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

function isFresh(c: StorageContext, etag: string, { updated_at }: ObjectRow): boolean {
	const known = c.req.header('if-none-match')
	if (known !== undefined)
		return known.split(',').some((one) => {
			const tag = one.trim().replace(/^W\//, '')
			return tag === '*' || tag === etag
		})
	const since = Date.parse(c.req.header('if-modified-since') ?? '')
	return since >= Math.floor(updated_at.getTime() / 1000) * 1000
}

function readRange(c: StorageContext, etag: string, { metadata, updated_at }: ObjectRow) {
	const condition = c.req.header('if-range')
	const holds =
		condition === undefined || condition === etag || condition === updated_at.toUTCString()
	return holds ? parseRange(c.req.header('range'), metadata?.size ?? 0) : undefined
}

function missing(): StorageError {
	return new StorageError('NotFound', 'The resource was not found')
}
