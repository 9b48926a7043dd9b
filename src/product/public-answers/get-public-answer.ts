import { hasEtag } from '#platform/http/response/etag.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hasCredentials, withoutCdn } from '#product/http/cdn-headers.ts'
import { type EncodedAnswer, negotiateCoding } from './encode-answer.ts'
import type { PublicAnswers } from './public-answers.ts'

/**
 * GET of any address that a renderer takes. A cached answer is sent as it is, without waiting for anything.
 * @param onAnswered is called with path and query before an answer is sent
 * @param notFound answers for a page; scripts and fragments get a plain 404
 */
export function getPublicAnswer(
	answers: PublicAnswers,
	onAnswered: (x: Exchange, target: string) => void,
	notFound: () => Answer,
): Handler {
	const send = (x: Exchange, target: string, found: EncodedAnswer): Answer => {
		onAnswered(x, target)
		return toAnswer(x, found)
	}
	return (x) => {
		const target = x.rawPath + x.search
		const coding = negotiateCoding(x.header('accept-encoding'))
		// Most addresses are written as their key, and found without being parsed.
		const known = answers.find(target, coding)
		if (known) return send(x, target, known)
		const request = answers.parse(target)
		if (!request) return notFound()
		const cached = answers.find(request.key, coding)
		if (cached) return send(x, target, cached)
		return answers.render(request, coding).then((rendered) => {
			if (rendered) return send(x, target, rendered)
			return request.isPage ? notFound() : plainNotFound()
		})
	}
}

/** Finds what is published at an address, to be shown at another one; null when there is nothing. */
export const findPublicAnswer = (answers: PublicAnswers) => async (x: Exchange, target: string) => {
	const request = answers.parse(target)
	if (!request) return null
	const coding = negotiateCoding(x.header('accept-encoding'))
	const found = answers.find(request.key, coding) ?? (await answers.render(request, coding))
	return found && toAnswer(x, found)
}

function toAnswer(x: Exchange, found: EncodedAnswer): Answer {
	const headersFor = (headers: string[]) => (hasCredentials(x) ? withoutCdn(headers) : headers)
	return hasEtag(x.header('if-none-match'), found.etag)
		? { status: 304, headers: headersFor(found.notModified), body: null }
		: { status: 200, headers: headersFor(found.headers), body: found.body }
}

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
