import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding } from '#platform/http/response/compress.ts'
import { LruCache } from '#platform/lru-cache.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export type ContentCoding = 'identity' | 'gzip' | 'br'

/** A complete response in one coding. */
export type CachedResponse = {
	status: number
	/** Names and values in turn, as `writeHead` takes them. */
	headers: string[]
	notModified: string[]
	etag: string
	body: Buffer
}

/** A page is encoded when a coding is first requested. */
export type CachedPage = {
	plain: UnencodedPage
	/** Of all codings so far. */
	bytes: number
	expires: number
	answers: Partial<Record<ContentCoding, CachedResponse>>
}

export type UnencodedPage = {
	space: string
	body: Buffer
	etag: string
	headers: string[]
	/** A picture: no coding makes it smaller. */
	isCompressed?: boolean
}

const maxAgeMs = 60_000
const maxCacheBytes = 64 * 1024 * 1024
const minEncodedBytes = 512

/**
 * Least recently used cache of rendered responses by URL, bounded in bytes. A page expires after a minute: a lost
 * notification must not keep withdrawn testimonials public for longer.
 */
export function createWallCache(maxBytes = maxCacheBytes) {
	const urlsBySpace = new Map<string, Set<string>>()
	const pages = new LruCache<string, CachedPage>(
		maxBytes,
		({ bytes }) => bytes,
		(url, { plain: { space } }) => {
			const urls = urlsBySpace.get(space)
			urls?.delete(url)
			if (urls?.size === 0) urlsBySpace.delete(space)
		},
	)

	const set = (url: string, page: CachedPage) => {
		pages.set(url, page)
		const { space } = page.plain
		urlsBySpace.set(space, (urlsBySpace.get(space) ?? new Set()).add(url))
	}

	return {
		/** For /metrics. */
		stats: pages,
		/** The response in a coding, if the page is cached and was encoded so before. */
		find(url: string, coding: ContentCoding): CachedResponse | undefined {
			const page = pages.get(url)
			if (page && page.expires >= Date.now()) return page.answers[coding]
			pages.delete(url)
			return undefined
		},
		/** The page, to add further codings. */
		page(url: string): CachedPage | undefined {
			const page = pages.peek(url)
			return page && page.expires >= Date.now() ? page : undefined
		},
		put(url: string, plain: UnencodedPage): CachedPage {
			const page: CachedPage = {
				plain,
				bytes: plain.body.length,
				expires: Date.now() + maxAgeMs,
				answers: { identity: buildResponse(plain, 'identity', plain.body) },
			}
			set(url, page)
			return page
		},
		/** Adds a coding to a page, which may be evicted by now. */
		add(url: string, page: CachedPage, coding: ContentCoding, answer: CachedResponse) {
			page.answers[coding] = answer
			if (pages.peek(url) !== page) return
			page.bytes += answer.body === page.plain.body ? 0 : answer.body.length
			set(url, page)
		},
		/** @param space null forgets all */
		forget(space: string | null) {
			if (space === null) pages.clear()
			else for (const url of urlsBySpace.get(space) ?? []) pages.delete(url)
		},
		get size() {
			return { pages: pages.size, bytes: pages.weight }
		},
	}
}

const negotiated = new Map<string, ContentCoding>()
const maxNegotiated = 200

/** The best coding that a client accepts. Browsers send a few different headers, so that results are cached. */
export function negotiateCoding(acceptEncoding: string | undefined): ContentCoding {
	if (acceptEncoding === undefined) return 'identity'
	const known = negotiated.get(acceptEncoding)
	if (known) return known
	const coding = chooseEncoding(acceptEncoding) ?? 'identity'
	if (negotiated.size < maxNegotiated) negotiated.set(acceptEncoding, coding)
	return coding
}

/** Encodes the bytes of a page. Short ones stay as they are. */
export async function encodePage(plain: UnencodedPage, coding: ContentCoding): Promise<CachedResponse> {
	if (coding === 'identity' || plain.isCompressed || plain.body.length < minEncodedBytes)
		return buildResponse(plain, 'identity', plain.body)
	const body =
		coding === 'gzip'
			? await gzipped(plain.body, { level: 6 })
			: await brotli(plain.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
	return buildResponse(plain, coding, body)
}

function buildResponse({ headers, etag }: UnencodedPage, coding: ContentCoding, body: Buffer): CachedResponse {
	const tag = coding === 'identity' ? `"${etag}"` : `"${etag}-${coding}"`
	const shared = [...headers, 'vary', 'accept-encoding', 'etag', tag]
	const coded = coding === 'identity' ? [] : ['content-encoding', coding]
	return {
		status: 200,
		headers: [...shared, ...coded, 'content-length', String(body.length)],
		notModified: shared,
		etag: tag,
		body,
	}
}
