import { hasEtag } from '#platform/http/response/etag.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { type CachedResponse, negotiateCoding } from './wall-cache.ts'
import type { WallStore } from './wall-store.ts'
import { parseWallUrl } from './wall-url.ts'

/**
 * GET /w/{slug}, /embed.js, /embed/{wall id}[.js|.html]. A cached response is sent as it is, without waiting for anything.
 * @param notFound answers for a page; scripts and fragments get a plain 404
 */
export function getWallPage(walls: WallStore, notFound: () => Answer): Handler {
	return (x) => {
		const target = x.rawPath + x.search
		const coding = negotiateCoding(x.header('accept-encoding'))
		// Most addresses are written as their key, and found without being parsed.
		const known = walls.find(target, coding)
		if (known) return toAnswer(x, known)
		const url = parseWallUrl(target)
		if (!url) return notFound()
		const cached = walls.find(url.key, coding)
		if (cached) return toAnswer(x, cached)
		return walls.render(url, coding).then((rendered) => {
			if (rendered) return toAnswer(x, rendered)
			return url.kind === 'page' || url.kind === 'frame' ? notFound() : embedNotFound()
		})
	}
}

function toAnswer(x: Exchange, { headers, notModified, etag, body }: CachedResponse): Answer {
	return hasEtag(x.header('if-none-match'), etag)
		? { status: 304, headers: notModified, body: null }
		: { status: 200, headers, body }
}

function embedNotFound(): Answer {
	return {
		status: 404,
		headers: {
			'content-type': 'text/plain; charset=utf-8',
			'access-control-allow-origin': '*',
			'cache-control': 'public, max-age=10',
			'x-content-type-options': 'nosniff',
		},
		body: 'This wall does not exist or is not published.\n',
	}
}
