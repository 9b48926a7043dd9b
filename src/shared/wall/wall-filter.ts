import { type ItemKind, itemKinds, type WallSharing } from './wall.ts'

/** The filter of a visitor of a wall's page. Parts are joined by "and". */
export type WallFilter = {
	/** Id of a tag. */
	tag: string | null
	kind: ItemKind | null
	/** Searched words, as typed; empty: none. */
	words: string
}

/** The filters that a page offers, with the number of testimonials of the wall. */
export type WallFilterOffer = {
	kinds: { kind: ItemKind; found: number }[]
	tags: { id: string; name: string; found: number }[]
	hasSearch: boolean
}

/** A page's knowledge of its filters. */
export type PageFiltering = {
	filter: WallFilter
	offer: WallFilterOffer
	/** Number of matches of the filter. */
	found: number
}

/** The options of the hosted page besides the wall. */
export type WallPageOptions = {
	sharing: Pick<WallSharing, 'page_title' | 'page_description' | 'page_intro' | 'page_summary' | 'page_foot'>
	filtering?: PageFiltering | undefined
}

export const noFilter: WallFilter = { tag: null, kind: null, words: '' }

/** Longest search, in characters. */
export const maxSearchLength = 100

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the filter of an address; parts that no page links to are dropped. */
export function readFilter(parameters: URLSearchParams): WallFilter {
	const tag = (parameters.get('tag') ?? '').toLowerCase()
	const kind = parameters.get('kind')
	return {
		tag: uuid.test(tag) ? tag : null,
		kind: itemKinds.find((one) => one === kind) ?? null,
		words: tidySearch(parameters.get('q') ?? ''),
	}
}

/** One line of at most `maxSearchLength` characters. */
function tidySearch(text: string): string {
	const line = text
		.slice(0, 10 * maxSearchLength)
		.normalize('NFC')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
	return [...line].slice(0, maxSearchLength).join('').trim()
}

/** The filter as a query in a fixed order, with a question mark; empty without a filter and a cursor. */
export function filterQuery({ tag, kind, words }: WallFilter, cursor = ''): string {
	const parts = [
		tag && `tag=${tag}`,
		kind && `kind=${kind}`,
		words && `q=${encodeURIComponent(words.toWellFormed())}`,
		cursor && `cursor=${cursor}`,
	].filter(Boolean)
	return parts.length > 0 ? `?${parts.join('&')}` : ''
}

export function isFiltering({ tag, kind, words }: WallFilter): boolean {
	return tag !== null || kind !== null || words !== ''
}
