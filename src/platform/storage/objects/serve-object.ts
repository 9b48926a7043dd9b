import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { serveBytes } from '#platform/media/files/serve-bytes.ts'
import { essenceOf } from '#platform/storage/names.ts'
import type { ObjectRow } from '#platform/storage/queries.ts'
import type { StorageDeps } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'

/** Times that an object may be replaced while one request tries to open it. */
const maxAttempts = 20

/** The way to an object, which decides on caching and embedding. */
export type Access = 'public' | 'signed' | 'authenticated'

/**
 * Answers with an object's bytes, or with 206, 304, 412 or 416.
 * @param find reads the row; called again when the object was replaced before its bytes were opened
 */
export async function serveObject(
	parts: StorageDeps,
	x: Exchange,
	find: () => Promise<ObjectRow>,
	access: Access,
): Promise<Answer> {
	let object = await find()
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const answer = await tryServe(parts, x, object, access)
		if (answer) return answer
		const newer = await find()
		if (newer.version === object.version) throw objectMissing()
		object = newer
	}
	throw objectMissing()
}

/** @returns nothing when the bytes are missing */
async function tryServe(
	{ deps }: StorageDeps,
	x: Exchange,
	object: ObjectRow,
	access: Access,
): Promise<Answer | undefined> {
	const { metadata, version, updated_at } = object
	if (!metadata) throw objectMissing()
	const answer = await serveBytes(x, {
		size: metadata.size,
		etag: metadata.eTag,
		modified: updated_at,
		headers: {
			...objectHeaders(x, object, access),
			...(metadata.contentEncoding ? { 'content-encoding': metadata.contentEncoding } : {}),
		},
		read: (range) => deps.files.read(version, range),
		releaseBuffers: true,
	})
	if (answer?.status === 412)
		throw new StorageError('PreconditionFailed', 'The object is not the one that was asked for')
	if (answer?.status !== 416) return answer
	const { body } = new StorageError('InvalidRange', 'The range cannot be satisfied')
	return json(body, 416, { 'content-range': answer.headers['content-range'] ?? '' })
}

/** Headers of an object's bytes or its transformations. They keep browsers from running any content. */
export function objectHeaders(
	x: Exchange,
	{ metadata, name }: Pick<ObjectRow, 'metadata' | 'name'>,
	access: Access,
): Record<string, string> {
	const cache = metadata?.cacheControl ?? 'no-cache'
	const downloadName = x.query('download')
	return {
		'content-type': servedType(metadata?.mimetype ?? ''),
		'x-content-type-options': 'nosniff',
		'content-security-policy': "sandbox; default-src 'none'",
		'x-robots-tag': 'none',
		'cross-origin-resource-policy': access === 'authenticated' ? 'same-origin' : 'cross-origin',
		...cacheHeaders(x, cache, access),
		...(downloadName === undefined
			? {}
			: {
					'content-disposition': contentDisposition(downloadName, name.split('/').at(-1) ?? name),
				}),
	}
}

/**
 * Cache headers. A shared cache does not store responses to requests with `Authorization` (RFC 9111 §3.5), so those
 * need no `private`, which Supabase does not send; `Vary` is for caches that ignore the rule.
 */
function cacheHeaders(x: Exchange, cache: string, access: Access): Record<string, string> {
	if (access === 'public') return { 'cache-control': cache }
	const isAuthorized = access === 'authenticated' && x.header('authorization') !== undefined
	return {
		'cache-control': isAuthorized ? cache : `private, ${cache}`,
		...(access === 'authenticated' ? { vary: 'Authorization' } : {}),
	}
}

/** Serves HTML as plain text, and multipart types, which contain headers of their own, as bytes. */
function servedType(mime: string): string {
	const essence = essenceOf(mime)
	if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'text/plain'
	return mime === '' || /^(multipart|message)\//.test(essence) ? 'application/octet-stream' : mime
}

/** Content-Disposition by RFC 6266: an ASCII name, and the exact one in UTF-8. Neither can leave its quotes. */
function contentDisposition(downloadName: string, stored: string): string {
	if (downloadName === '') return 'attachment;'
	const name = decodeOnce(downloadName).slice(0, 255) || stored
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

export function objectMissing(): StorageError {
	return new StorageError('NotFound', 'The resource was not found')
}
