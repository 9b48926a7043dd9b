import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { hasEtag } from '#server/http/etag.ts'

/** Answers public JSON that caches may keep: an ETag of its bytes, 304 for whoever has them. */
export function publicJson(c: Context, body: Buffer<ArrayBuffer>, cacheControl: string): Response {
	const etag = etagOf(body)
	const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
	if (hasEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	return c.body(body, 200, { ...headers, 'content-type': 'application/json' })
}

/** The version of a body, as its header has it. */
export function etagOf(body: Buffer): string {
	return `"${hash('sha1', body, 'base64url')}"`
}
