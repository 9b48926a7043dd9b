import { hasEtag } from '#platform/http/response/etag.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hasCredentials, withoutCdn } from '#product/http/cdn-headers.ts'
import type { EmbedRecorder } from './embed-recorder.ts'
import { type CachedResponse, negotiateCoding } from './wall-cache.ts'
import type { WallStore } from './wall-store.ts'
import { parseWallUrl, type WallUrl } from './wall-url.ts'

/**
 * GET /w/{slug} with its feeds and its card, /p/{testimonial id} with its card, /proof/{testimonial id}, /collect/{slug}/card.png, /embed.js,
 * /embed/{wall id}[.js|.html]. A cached response is sent as it is, without waiting for anything.
 * @param embeds notes the sites that load walls
 * @param notFound answers for a page; scripts and fragments get a plain 404
 */
export function getWallPage(walls: WallStore, embeds: Pick<EmbedRecorder, 'note'>, notFound: () => Answer): Handler {
	const toAnswer = (x: Exchange, target: string, found: CachedResponse): Answer => {
		embeds.note(target, x.header('referer'), x.header('user-agent'), x.header('host'))
		return answerCached(x, found)
	}
	return (x) => {
		const target = x.rawPath + x.search
		const coding = negotiateCoding(x.header('accept-encoding'))
		// Most addresses are written as their key, and found without being parsed.
		const known = walls.find(target, coding)
		if (known) return toAnswer(x, target, known)
		const url = parseWallUrl(target)
		if (!url) return notFound()
		const cached = walls.find(url.key, coding)
		if (cached) return toAnswer(x, target, cached)
		return walls.render(url, coding).then((rendered) => {
			if (rendered) return toAnswer(x, target, rendered)
			return pages.includes(url.kind) ? notFound() : plainNotFound()
		})
	}
}

/** Finds a hosted wall by its own address, to be shown at another one; null when no such wall is published. */
export const findWallPage = (walls: WallStore) => async (x: Exchange, target: string) => {
	const url = parseWallUrl(target)
	if (!url) return null
	const coding = negotiateCoding(x.header('accept-encoding'))
	const found = walls.find(url.key, coding) ?? (await walls.render(url, coding))
	return found && answerCached(x, found)
}

function answerCached(x: Exchange, found: CachedResponse): Answer {
	const headersFor = (headers: string[]) => (hasCredentials(x) ? withoutCdn(headers) : headers)
	return hasEtag(x.header('if-none-match'), found.etag)
		? { status: 304, headers: headersFor(found.notModified), body: null }
		: { status: 200, headers: headersFor(found.headers), body: found.body }
}

/** What people open in a browser; the rest is loaded by programs. */
const pages: readonly WallUrl['kind'][] = ['page', 'frame', 'testimonial', 'proof']

function plainNotFound(): Answer {
	return {
		status: 404,
		headers: {
			'content-type': 'text/plain; charset=utf-8',
			'access-control-allow-origin': '*',
			'cache-control': 'public, max-age=10',
			'x-content-type-options': 'nosniff',
		},
		body: 'There is nothing published at this address.\n',
	}
}
