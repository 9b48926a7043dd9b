import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The codings of one answer. */
export type Coding = 'identity' | 'gzip' | 'br'

/** An answer whose bytes and headers are ready to be written, once for each coding. */
export type ReadyAnswer = {
	status: number
	/** Flat name, value, name, value, as `writeHead` takes it; length, coding and etag included. */
	headers: string[]
	notModified: string[]
	etag: string
	body: Buffer
}

/** One page in the cache. Codings are made when first asked for. */
export type CachedPage = {
	plain: PlainPage
	/** Bytes of all codings so far. */
	bytes: number
	expires: number
	answers: Partial<Record<Coding, ReadyAnswer>>
}

/** What a page is before it is coded. */
export type PlainPage = { space: string; body: Buffer; etag: string; headers: string[] }

/** A notice that never came must not keep withdrawn words for longer than this, in milliseconds. */
const longest = 60_000
const mostBytes = 64 * 1024 * 1024
const smallestCoded = 512

/**
 * Ready bytes by address, least recently used out first, bounded in bytes. Addresses of one space go together.
 */
export function createWallCache(limit = mostBytes) {
	const pages = new Map<string, CachedPage>()
	const bySpace = new Map<string, Set<string>>()
	let bytes = 0

	const drop = (url: string) => {
		const page = pages.get(url)
		if (!page) return
		pages.delete(url)
		bytes -= page.bytes
		const { space } = page.plain
		const urls = bySpace.get(space)
		urls?.delete(url)
		if (urls?.size === 0) bySpace.delete(space)
	}

	return {
		/** The ready answer, or nothing when it has to be made. */
		find(url: string, coding: Coding): ReadyAnswer | undefined {
			const page = pages.get(url)
			if (!page) return undefined
			if (page.expires < Date.now()) {
				drop(url)
				return undefined
			}
			// Moving it to the end is what makes the order one of use.
			pages.delete(url)
			pages.set(url, page)
			return page.answers[coding]
		},
		/** The page whose codings may be asked for. */
		page(url: string): CachedPage | undefined {
			const page = pages.get(url)
			return page && page.expires >= Date.now() ? page : undefined
		},
		put(url: string, plain: PlainPage): CachedPage {
			drop(url)
			const page: CachedPage = {
				plain,
				bytes: plain.body.length,
				expires: Date.now() + longest,
				answers: { identity: ready(plain, 'identity', plain.body) },
			}
			pages.set(url, page)
			const urls = bySpace.get(plain.space) ?? new Set()
			bySpace.set(plain.space, urls.add(url))
			bytes += page.bytes
			for (const oldest of pages.keys()) {
				if (bytes <= limit || oldest === url) break
				drop(oldest)
			}
			return page
		},
		/** Keeps a further coding of a page that is still there. */
		add(url: string, page: CachedPage, coding: Coding, answer: ReadyAnswer) {
			page.answers[coding] = answer
			if (pages.get(url) !== page) return
			page.bytes += answer.body.length
			bytes += answer.body.length
		},
		forget(space: string | null) {
			if (space === null) for (const url of [...pages.keys()]) drop(url)
			else for (const url of [...(bySpace.get(space) ?? [])]) drop(url)
		},
		get size() {
			return { pages: pages.size, bytes }
		},
	}
}
export type WallCache = ReturnType<typeof createWallCache>

/** Codes the bytes of a page. Short ones stay as they are. */
export async function code(plain: PlainPage, coding: Coding): Promise<ReadyAnswer> {
	if (coding === 'identity' || plain.body.length < smallestCoded)
		return ready(plain, 'identity', plain.body)
	const body =
		coding === 'gzip'
			? await gzipped(plain.body, { level: 6 })
			: await brotli(plain.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
	return ready(plain, coding, body)
}

function ready({ headers, etag }: PlainPage, coding: Coding, body: Buffer): ReadyAnswer {
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
