import type { Tx } from '#platform/pg/db.ts'
import {
	filterQuery,
	isFiltering,
	type PageFiltering,
	type WallFilter,
	type WallFilterOffer,
} from '#shared/wall/wall-filter.ts'
import { type FilterRow, type MatchesRow, wallFilters, wallMatches } from './queries.ts'
import { type PageRequest, pageSize, readWallPage, type WallPage } from './read-wall-page.ts'
import type { CursorCodec } from './wall-cursor.ts'
import type { WallDefinition } from './wall-definition.ts'

const maxWords = 8

/** A page of the hosted wall, with what its visitors may filter by. The parts of a filter that the wall does not offer are dropped. */
export async function readHostedPage(
	tx: Tx,
	cursors: CursorCodec,
	definition: WallDefinition,
	{ filter: asked, cursor }: PageRequest & { filter: WallFilter },
): Promise<WallPage> {
	const offer = await readOffer(tx, definition)
	const filter = allowedFilter(asked, definition)
	const { chosen } = definition.counts
	if (isFiltering(filter)) return readMatches(tx, cursors, definition, { filter, offer, found: 0 }, cursor)
	return { ...(await readWallPage(tx, cursors, definition, { cursor })), filtering: { filter, offer, found: chosen } }
}

/** The scope that cursors are signed for: one that was made for another filter leads to the first page. */
export function cursorScope({ wall, sharing }: WallDefinition, asked: WallFilter): string {
	return wall.id + filterQuery(allowedFilter(asked, { sharing }))
}

/** True for a page that others request too, so that the cache does not fill with what is not offered. */
export function isOffered(asked: WallFilter, { filter, offer }: PageFiltering): boolean {
	return (
		filter.words === '' &&
		filterQuery(asked) === filterQuery(filter) &&
		(filter.tag === null || offer.tags.some(({ id }) => id === filter.tag))
	)
}

function allowedFilter({ tag, kind, words }: WallFilter, { sharing }: Pick<WallDefinition, 'sharing'>): WallFilter {
	const allows = sharing.page_filters
	return {
		tag: allows.includes('tag') ? tag : null,
		kind: allows.includes('kind') ? kind : null,
		words: allows.includes('search') ? words : '',
	}
}

/** Read once for all pages that share a definition. */
const offers = new WeakMap<WallDefinition, WallFilterOffer>()

async function readOffer(tx: Tx, definition: WallDefinition): Promise<WallFilterOffer> {
	const known = offers.get(definition)
	if (known) return known
	const { page_filters } = definition.sharing
	const isCounted = page_filters.includes('kind') || page_filters.includes('tag')
	const rows = isCounted ? await tx.query<FilterRow>(wallFilters(definition)) : []
	const offer: WallFilterOffer = {
		kinds: rows.flatMap(({ kind, found }) => (kind ? { kind, found } : [])),
		tags: rows.flatMap(({ tag, name, found }) => (tag && name ? { id: tag, name, found } : [])),
		hasSearch: page_filters.includes('search'),
	}
	offers.set(definition, offer)
	return offer
}

async function readMatches(
	tx: Tx,
	cursors: CursorCodec,
	definition: WallDefinition,
	filtering: PageFiltering,
	cursor: string | undefined,
): Promise<WallPage> {
	const { filter } = filtering
	const scope = cursorScope(definition, filter)
	const given = cursor ? cursors.read(scope, cursor) : null
	const { offset } = given ?? { offset: 0 }
	const page = { offset, size: pageSize }
	const [row] = await tx.query<MatchesRow>(wallMatches(definition, filter, splitWords(filter.words), page))
	const found = row?.found ?? 0
	const at = (place: number) => (place === 0 ? '' : cursors.write(scope, { offset: place, size: pageSize, fixed: 0 }))
	return {
		definition,
		items: row?.items ?? '',
		offset,
		isCursorValid: !cursor || given !== null,
		hasCursorSize: given === null || given.size === pageSize,
		next: offset + pageSize < found ? at(offset + pageSize) : null,
		previous: offset === 0 ? null : at(Math.max(offset - pageSize, 0)),
		filtering: { ...filtering, found },
	}
}

/** Words in lower case, without the quotation marks and stops around them. */
function splitWords(search: string): string[] {
	const all = search.toLowerCase().split(' ').slice(0, maxWords)
	const bare = all.map((word) => word.replace(/^\p{P}+|\p{P}+$/gu, '')).filter(Boolean)
	return bare.length > 0 ? bare : all.filter(Boolean)
}
