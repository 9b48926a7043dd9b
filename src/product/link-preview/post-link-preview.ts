import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { type Fetched, fetchFailure, fetchGuarded } from '#platform/http/fetch-guarded.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { encodeImage, imagePolicy } from '#platform/media/images/encode-image.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { invalid, rateLimited } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { parseWebUrl } from '#product/testimonials/normalize-text.ts'
import type { LinkPreview } from '#shared/import-api.ts'
import { maxPictureSide } from '#shared/picture-sizes.ts'
import { type PageContent, readPage } from './read-page.ts'

const maxBytes = 1024 * 1024
const maxPortraitBytes = 5 * maxBytes
const milliseconds = 5000
const atOnce = 8

/** Pages of one member in an hour, on each node: the server must not be used to fetch the web. */
const mostPerHour = 60
const hour = 3_600_000

/**
 * POST /functions/v1/link-preview `{url}`: 200 with what the page tells about a quotation on it, to be looked at before it is saved.
 * 422 with the reason when it cannot be fetched, 429 after sixty in an hour.
 */
export function postLinkPreview({ config, identify }: Pick<Deps, 'config' | 'identify'>): Handler<JsonObject> {
	const fetching = new Semaphore(atOnce, { maxWaiters: 20, refuse: tooMany })
	const takeBudget = createHourlyBudget()

	async function readUrl(address: string): Promise<LinkPreview> {
		// The head of a page has what is looked for; what follows a megabyte is not read.
		const accept = 'text/html, application/xhtml+xml'
		const page = await fetchGuarded(address, { ...rulesOf(config), maxBytes, accept, isCut: true }).catch((error) => {
			throw invalid({ url: fetchFailure(error) })
		})
		const isPage = /^\s*(text\/html|application\/xhtml\+xml)/i.test(page.type)
		const found = isPage ? readPage(decode(page), page.url) : nothing(page.url)
		return { url: address, ...found, portrait: found.portrait && (await fetchPortrait(found.portrait, config)) }
	}

	return async (x, { url }) => {
		const address = typeof url === 'string' && url.length <= 2000 ? parseWebUrl(url.trim()) : null
		if (!address) throw invalid({ url: 'Write the whole address, for example https://harbour.org.' })
		const { claims } = identify(x)
		if (config.RATE_LIMITS && !takeBudget(String(claims.sub))) throw rateLimited()
		return json(await fetching.run(() => readUrl(address)), 200, { 'cache-control': 'no-store' })
	}
}

const rulesOf = ({ IMPORT_ALLOW_PRIVATE: allowPrivate }: Pick<Config, 'IMPORT_ALLOW_PRIVATE'>) => ({
	milliseconds,
	allowPrivate,
})

/** @returns a function that counts a page of a member, and says whether it may be read */
function createHourlyBudget(): (member: string) => boolean {
	const counts = new LruCache<string, { hour: number; used: number }>(10_000)
	return (member) => {
		const current = Math.floor(Date.now() / hour)
		const count = counts.get(member)
		const used = count?.hour === current ? count.used + 1 : 1
		counts.set(member, { hour: current, used })
		return used <= mostPerHour
	}
}

function decode({ type, bytes }: Fetched): string {
	const start = bytes.subarray(0, 2048).toString('latin1')
	const label =
		/charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]
	try {
		return new TextDecoder(label ?? 'utf-8').decode(bytes)
	} catch {
		return new TextDecoder().decode(bytes)
	}
}

/** A picture that cannot be fetched or decoded is left out: the page is of use without it. */
async function fetchPortrait(address: string, config: Pick<Config, 'IMPORT_ALLOW_PRIVATE'>): Promise<string | null> {
	const rules = { ...rulesOf(config), maxBytes: maxPortraitBytes, accept: 'image/webp, image/png, image/jpeg' }
	try {
		const { bytes } = await fetchGuarded(address, rules)
		const image = await encodeImage(
			bytes,
			imagePolicy.parse({ max_bytes: maxPortraitBytes, max_side: maxPictureSide.avatar }),
		)
		return `data:${image.mime};base64,${image.bytes.toString('base64')}`
	} catch {
		return null
	}
}

function nothing(url: URL): PageContent {
	return {
		title: null,
		text: null,
		name: null,
		rating: null,
		said_on: null,
		picture: null,
		portrait: null,
		site: url.hostname,
	}
}

function tooMany(): AppError {
	return new AppError(503, 'unavailable', 'Many pages are being read at this moment. Please try again.', {
		headers: { 'retry-after': '5' },
	})
}
