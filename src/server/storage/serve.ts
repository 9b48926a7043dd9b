import { serveBytes } from '#server/media/serve-bytes.ts'
import { essenceOf } from './names.ts'
import type { ObjectRow } from './queries.ts'
import type { Parts, StorageContext } from './request.ts'
import { StorageError } from './storage-error.ts'

/** How often an object may be replaced while one request tries to open it. */
const mostReplacements = 20

/** How an object was reached: decides who may cache it and embed it. */
export type Access = 'public' | 'signed' | 'authenticated'

/**
 * Answers with an object's bytes, or with 206, 304, 412 or 416. Whatever the file is, a browser that opens it runs nothing.
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
	const { metadata, version, updated_at } = object
	if (!metadata) throw missing()
	const answer = await serveBytes(c.req, {
		size: metadata.size,
		etag: metadata.eTag,
		modified: updated_at,
		headers: {
			...headersOf(c, object, access),
			...(metadata.contentEncoding ? { 'content-encoding': metadata.contentEncoding } : {}),
		},
		read: (range) => deps.files.read(version, range),
		isSpent: true,
	})
	if (answer?.status === 412)
		throw new StorageError('PreconditionFailed', 'The object is not the one that was asked for')
	if (answer?.status !== 416) return answer
	const { body } = new StorageError('InvalidRange', 'The range cannot be satisfied')
	return c.json(body, 416, { 'content-range': answer.headers.get('content-range') ?? '' })
}

/** What goes with an object's bytes, or with what was made of them. Whatever they are, a browser that opens them runs nothing. */
export function headersOf(
	c: StorageContext,
	{ metadata, name }: Pick<ObjectRow, 'metadata' | 'name'>,
	access: Access,
): Record<string, string> {
	const cache = metadata?.cacheControl ?? 'no-cache'
	const wanted = c.req.query('download')
	return {
		'content-type': servedType(metadata?.mimetype ?? ''),
		'x-content-type-options': 'nosniff',
		'content-security-policy': "sandbox; default-src 'none'",
		'x-robots-tag': 'none',
		'cross-origin-resource-policy': access === 'authenticated' ? 'same-origin' : 'cross-origin',
		...cacheHeaders(c, cache, access),
		...(wanted === undefined
			? {}
			: { 'content-disposition': attachment(wanted, name.split('/').at(-1) ?? name) }),
	}
}

/**
 * Who may keep the bytes. A shared cache keeps no answer to a request with `Authorization` (RFC 9111 §3.5), so that one needs
 * no `private`, which the reference does not send; `Vary` is for caches that do not know the rule.
 */
function cacheHeaders(c: StorageContext, cache: string, access: Access): Record<string, string> {
	if (access === 'public') return { 'cache-control': cache }
	const isAuthorized = access === 'authenticated' && c.req.header('authorization') !== undefined
	return {
		'cache-control': isAuthorized ? cache : `private, ${cache}`,
		...(access === 'authenticated' ? { vary: 'Authorization' } : {}),
	}
}

/** Pages come as plain text, and what would bring headers of its own along as mere bytes. */
function servedType(mime: string): string {
	const essence = essenceOf(mime)
	if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'text/plain'
	return mime === '' || /^(multipart|message)\//.test(essence) ? 'application/octet-stream' : mime
}

/** RFC 6266: a plain name for old readers, the exact one in UTF-8 beside it. No byte of either leaves its quotes. */
function attachment(wanted: string, stored: string): string {
	if (wanted === '') return 'attachment;'
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

/** A row whose bytes are not there. */
export function missing(): StorageError {
	return new StorageError('NotFound', 'The resource was not found')
}
