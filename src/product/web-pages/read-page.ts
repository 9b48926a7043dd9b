import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { normalizeText } from '#product/testimonials/normalize-text.ts'
import { submissionLimits as limits } from '#shared/form/submission-api.ts'
import type { LinkPreview } from '#shared/import/import-api.ts'
import { htmlLimits } from '#shared/parser-limits.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { parseHtml } from './parse-html.ts'

/** The head of a page: texts by property, and its blocks of JSON-LD. */
type PageFacts = { title: string; meta: Map<string, string>; data: string[] }

const maxText = 5000

/** The testimonial that a page quotes; `portrait` is the address of its author's picture. */
export type PageContent = Omit<LinkPreview, 'url'>

/** The title, author, words, rating, date and picture that a page gives, by schema.org first, else by OpenGraph. */
export function readPage(html: string, url: URL): PageContent {
	const { title, meta, data } = collectFacts(html)
	const first = (...names: string[]) => names.map((name) => meta.get(name)).find((text) => text !== undefined) ?? null
	const review = findReview(data)
	const portrait = absolute(review ? imageOf(review.author) : null, url)
	return {
		title: line(first('og:title', 'twitter:title') ?? title, 300),
		text: words(
			review
				? textOf(review.reviewBody ?? review.description ?? review.text)
				: first('og:description', 'twitter:description', 'description'),
		),
		name: line(review ? nameOf(review.author) : first('author', 'article:author', 'twitter:creator'), limits.name),
		rating: review ? ratingOf(review.reviewRating) : null,
		said_on: dayOf(review ? (review.datePublished ?? review.dateCreated) : first('article:published_time', 'date')),
		portrait,
		picture: portrait ?? absolute(first('og:image', 'og:image:url', 'twitter:image'), url),
		site: line(first('og:site_name') ?? url.hostname.replace(/^www\./, ''), limits.company),
	}
}

function collectFacts(html: string): PageFacts {
	const facts: PageFacts = { title: '', meta: new Map(), data: [] }
	let open: 'title' | 'data' | undefined
	parseHtml(html, {
		onopentag(tag, { type = '', name, property, itemprop, content }) {
			if (tag === 'title' && facts.title === '') open = 'title'
			if (tag === 'script' && /^application\/ld\+json\b/i.test(type.trim())) {
				open = 'data'
				facts.data.push('')
			}
			const key = (property ?? name ?? itemprop)?.trim().toLowerCase()
			if (tag === 'meta' && key && content?.trim() && !facts.meta.has(key)) facts.meta.set(key, content)
		},
		ontext(text) {
			if (open === 'title') facts.title += text
			else if (open === 'data') facts.data[facts.data.length - 1] += text
		},
		onclosetag(tag) {
			if (tag === 'title' || tag === 'script') open = undefined
		},
	})
	return facts
}

type Item = Record<string, unknown>

/** The first review in the page's data: alone, in a list, in `@graph`, or as the review of a product. */
function findReview(blocks: readonly string[]): Item | undefined {
	const queue: unknown[] = blocks.flatMap(parse)
	for (let at = 0; at < queue.length && at < htmlLimits.items; at++) {
		const item = queue[at]
		if (Array.isArray(item)) queue.push(...item.slice(0, htmlLimits.items))
		else if (isItem(item)) {
			if (typesOf(item).some((type) => /(^|\/)(User|Critic|Employer)?Review$/.test(type))) return item
			for (const key of ['@graph', 'review', 'reviews', 'mainEntity', 'itemListElement', 'item'])
				if (item[key]) queue.push(item[key])
		}
	}
	return undefined
}

function parse(block: string): unknown[] {
	try {
		return [parseShallowJson(block)]
	} catch {
		return []
	}
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
const typesOf = (item: Item) => [item['@type']].flat().filter((type) => typeof type === 'string')

function textOf(value: unknown): string | null {
	const [first] = [value].flat()
	if (typeof first === 'string' || typeof first === 'number') return String(first)
	return isItem(first) ? textOf(first['@value'] ?? first.name ?? null) : null
}

function nameOf(author: unknown): string | null {
	const [first] = [author].flat()
	return isItem(first) ? textOf(first.name) : textOf(first)
}

function imageOf(author: unknown): string | null {
	const [first] = [author].flat()
	if (!isItem(first)) return null
	const [image] = [first.image].flat()
	return isItem(image) ? textOf(image.url ?? image.contentUrl) : textOf(image)
}

/** Stars of five; other scales only where the page names both ends. */
function ratingOf(value: unknown): number | null {
	const [rating] = [value].flat()
	if (!isItem(rating)) return null
	const number = (text: unknown) => Number(String(textOf(text) ?? '').replace(',', '.'))
	const [points, best] = [number(rating.ratingValue), rating.bestRating === undefined ? 5 : number(rating.bestRating)]
	if (!(points > 0) || !(best > 0) || points > best) return null
	const stars = best === 5 ? points : Math.max(1, Math.round((points / best) * 5))
	return Number.isInteger(stars) ? stars : null
}

function dayOf(value: unknown): string | null {
	const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(value)?.trim() ?? '')?.[0]
	const at = day ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
	return day && at <= Date.now() && new Date(at).toISOString().startsWith(day) && day >= '1900' ? day : null
}

function line(text: string | null, most: number): string | null {
	const plain = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
	const read = normalizeText([...plain].slice(0, most).join(''), { most })
	return 'text' in read && read.text !== '' ? read.text : null
}

/** Words are proposed whole or not at all: a part would change what was said. */
function words(text: string | null): string | null {
	const read = normalizeText(text ?? '', { most: maxText, lines: true })
	return 'text' in read && read.text !== '' ? read.text : null
}

function absolute(address: string | null, base: URL): string | null {
	const url = address === null ? null : URL.parse(address.trim(), base)
	const read = url && readWebAddress(url.href)
	return read && 'url' in read ? read.url : null
}
