import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { hasEtag } from '#server/http/etag.ts'

/** Answers public JSON, given as its text, that caches may keep: an ETag of its bytes, 304 for whoever has them. */
export function publicJson(c: Context, text: string, cacheControl: string): Response {
	const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
	const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
	if (hasEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
	return c.body(text, 200, { ...headers, 'content-type': 'application/json' })
}
