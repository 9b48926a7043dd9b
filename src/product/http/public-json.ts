import { hash } from 'node:crypto'
import { hasEtag } from '#platform/http/response/etag.ts'
import { type Answer, empty } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** JSON that caches may keep, with an ETag of its bytes; 304 for a client that has them. */
export function publicJson(x: Exchange, body: Buffer, cacheControl: string): Answer {
	const etag = `"${hash('sha1', body, 'base64url')}"`
	const headers = { etag, 'cache-control': cacheControl, vary: 'accept-encoding' }
	if (hasEtag(x.header('if-none-match'), etag)) return empty(304, headers)
	return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body }
}
