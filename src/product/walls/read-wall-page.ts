import type { Tx } from '#platform/pg/db.ts'
import { asPinned, type WallSelection } from '#shared/wall/wall.ts'
import type { PageFiltering, WallFilter } from '#shared/wall/wall-filter.ts'
import { itemsById, itemsByRule, type NamedRow, newestItems, type PageRow, type WallPosition } from './queries.ts'
import type { CursorCodec, WallCursor } from './wall-cursor.ts'
import type { WallDefinition } from './wall-definition.ts'

export type PageRequest = {
	/** From an earlier page; an invalid one begins at the start. */
	cursor?: string | undefined
	/** 1 to 100; 50 by default. */
	limit?: number | undefined
	/** The visitor's filter of the page; absent where there is none to set. */
	filter?: WallFilter | undefined
}

/** One page of a wall. Cursors are opaque. */
export type WallPage = {
	definition: WallDefinition
	/** JSON of `WallItem`s with commas between them, without the brackets of the list. */
	items: string
	offset: number
	/** False when the cursor is not ours; the page is then the first one. */
	isCursorValid: boolean
	/** True when the size is the one that the cursor was made for. Only such pages are linked to. */
	hasCursorSize: boolean
	next: string | null
	previous: string | null
	/** The filter of the hosted page, and its choices. */
	filtering?: PageFiltering
}

type HandCursor = Extract<WallCursor, { fixed: number }>
type PositionCursor = Exclude<WallCursor, HandCursor>

export const pageSize = 50

export async function readWallPage(
	tx: Tx,
	cursors: CursorCodec,
	definition: WallDefinition,
	{ cursor, limit }: PageRequest,
): Promise<WallPage> {
	const size = Math.min(Math.max(limit ?? pageSize, 1), 100)
	const { id } = definition.wall
	const given = cursor ? cursors.read(id, cursor) : null
	const start = given ?? { offset: 0, size, fixed: 0 }
	const read =
		'fixed' in start
			? await readFromHandOrder(tx, definition, start, size)
			: await readFromPosition(tx, definition, start, size)
	const write = (place: WallCursor | null) => place && cursors.write(id, place)
	// A previous page that would reach into the manual order is the first page: an empty cursor.
	const previous = start.offset === 0 ? null : (write(read.previous) ?? '')
	return {
		definition,
		...read,
		isCursorValid: !cursor || given !== null,
		hasCursorSize: start.size === size,
		next: write(read.next),
		previous,
	}
}

/** A page whose cursors are not signed yet. */
type Read = Pick<WallPage, 'items' | 'offset'> & {
	next: WallCursor | null
	previous: WallCursor | null
}

/** Items that the rules select after, or before, a position. */
async function readFromPosition(
	tx: Tx,
	definition: WallDefinition,
	start: PositionCursor,
	size: number,
): Promise<Read> {
	const { offset } = start
	const { most, isLast } = pageCapacity(definition, offset, size)
	const { items, found, near, far } = await readByRule(tx, definition, start, most)
	const isBack = 'before' in start
	const [first, last] = isBack ? [far, near] : [near, far]
	const hasNext = !isLast && last !== null && (isBack || found > most)
	const before = offset - size
	const hasPlaceBefore = first !== null && before > definition.fixed.length
	const behind = offset + Math.min(found, most)
	return {
		items: items ?? '',
		offset,
		next: hasNext ? { offset: behind, size, after: parsePosition(last) } : null,
		previous: hasPlaceBefore ? { offset: before, size, before: parsePosition(first) } : null,
	}
}

/** Items of the manual order, then those that the rules select. */
async function readFromHandOrder(tx: Tx, definition: WallDefinition, start: HandCursor, size: number): Promise<Read> {
	const { space, fixed } = definition
	const { offset } = start
	const { most, isLast } = pageCapacity(definition, offset, size)
	const named = fixed.slice(start.fixed)
	// One extra item reveals whether another page follows.
	const placed = named.length > 0 ? await tx.query<NamedRow>(itemsById(space.id, named, most + 1)) : []
	const shown = placed.slice(0, most)
	const rest = most - shown.length
	const ruled = placed.length > most ? nothing : await readByRule(tx, definition, null, rest)
	const items = shown.map(({ item }) => asPinned(item))
	if (ruled.items) items.push(ruled.items)

	const behind = offset + shown.length + Math.min(ruled.found, rest)
	const inHandOrder = { offset: behind, size, fixed: fixed.indexOf(shown.at(-1)?.id ?? '') + 1 }
	const isMore = placed.length > most || ruled.found > rest
	const next = ruled.far ? { offset: behind, size, after: parsePosition(ruled.far) } : inHandOrder
	return {
		items: items.join(','),
		offset,
		next: isMore && !isLast ? next : null,
		previous: null,
	}
}

/** Size of the page at `offset`, and whether the owner's limit ends the wall with it. */
function pageCapacity({ rule }: WallDefinition, offset: number, size: number) {
	if (rule.limit === null) return { most: size, isLast: false }
	const most = Math.min(size, Math.max(rule.limit - offset, 0))
	return { most, isLast: offset + most >= rule.limit }
}

const nothing: PageRow = { items: null, found: 0, near: null, far: null }

async function readByRule(
	tx: Tx,
	{ space, rule, fixed }: WallDefinition,
	from: PositionCursor | null,
	most: number,
): Promise<PageRow> {
	if (rule.ids.length > 0) return nothing
	const isBack = from !== null && 'before' in from
	if (isBack || fixed.length > 0 || isNarrow(rule)) {
		const [page] = await tx.final<PageRow>(itemsByRule(space.id, rule, fixed, from, most))
		return page ?? nothing
	}
	const [page] = await tx.final<PageRow>(newestItems(space.id, from?.after ?? null, most))
	return page ? { ...page, items: firstLines(page, most) } : nothing
}

function isNarrow({ kinds, forms, tags, min_date }: WallSelection): boolean {
	return kinds.length > 0 || forms.length > 0 || tags.length > 0 || min_date !== null
}

/** Drops the extra item. Each item is one line: JSON of PostgreSQL contains no line breaks. */
function firstLines({ items, found }: PageRow, most: number): string | null {
	if (items === null || found <= most) return items
	return items.slice(0, Math.max(items.lastIndexOf(',\n'), 0))
}

function parsePosition(text: string): WallPosition {
	const [pinned, at = '', id = ''] = text.split('|')
	return { pinned: pinned === '1', at, id }
}
