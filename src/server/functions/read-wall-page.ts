import type { Tx } from '#server/pg/db.ts'
import type { WallSelection } from '#shared/wall.ts'
import { asPinned } from '#shared/wall-item.ts'
import type { Cursors, WallCursor } from './wall-cursor.ts'
import type { WallDefinition } from './wall-definition.ts'
import type { WallPage } from './wall-page.ts'
import {
	chosenByRule,
	handOrdered,
	type NamedRow,
	newest,
	type PageRow,
	type Place,
} from './wall-queries.ts'

export type PageRequest = {
	/** As an earlier page gave it; one that cannot be read begins at the start. */
	cursor?: string | undefined
	/** Items of a page, 1 to 100; 50 when left out. */
	limit?: number | undefined
}

type HandCursor = Extract<WallCursor, { fixed: number }>
type PlaceCursor = Exclude<WallCursor, HandCursor>

const pageSize = 50

/** Reads one page of a wall whose definition is known. */
export async function readWallPage(
	tx: Tx,
	cursors: Cursors,
	definition: WallDefinition,
	{ cursor, limit }: PageRequest,
): Promise<WallPage> {
	const size = Math.min(Math.max(limit ?? pageSize, 1), 100)
	const { id } = definition.wall
	const given = cursor ? cursors.read(id, cursor) : null
	const start = given ?? { offset: 0, size, fixed: 0 }
	const read =
		'fixed' in start
			? await fromHandOrder(tx, definition, start, size)
			: await fromPlace(tx, definition, start, size)
	const write = (place: WallCursor | null) => place && cursors.write(id, place)
	// Where the page before reaches into what was placed by hand, it is the beginning: an empty cursor.
	const previous = start.offset === 0 ? null : (write(read.previous) ?? '')
	return {
		definition,
		...read,
		isWhereAsked: !cursor || given !== null,
		isUsual: start.size === size,
		next: write(read.next),
		previous,
	}
}

/** A page, its cursors not yet sealed. */
type Read = Pick<WallPage, 'items' | 'offset'> & {
	next: WallCursor | null
	previous: WallCursor | null
}

/** What the rule finds after, or before, a place in the order of publication. */
async function fromPlace(
	tx: Tx,
	definition: WallDefinition,
	start: PlaceCursor,
	size: number,
): Promise<Read> {
	const { offset } = start
	const { most, isLast } = room(definition, offset, size)
	const { items, found, near, far } = await byRule(tx, definition, start, most)
	const isBack = 'before' in start
	const [first, last] = isBack ? [far, near] : [near, far]
	const hasNext = !isLast && last !== null && (isBack || found > most)
	const before = offset - size
	const hasPlaceBefore = first !== null && before > definition.fixed.length
	const behind = offset + Math.min(found, most)
	return {
		items: items ?? '',
		offset,
		next: hasNext ? { offset: behind, size, after: readPlace(last) } : null,
		previous: hasPlaceBefore ? { offset: before, size, before: readPlace(first) } : null,
	}
}

/** What was placed by hand, in that order, then what the rule finds. */
async function fromHandOrder(
	tx: Tx,
	definition: WallDefinition,
	start: HandCursor,
	size: number,
): Promise<Read> {
	const { space, fixed } = definition
	const { offset } = start
	const { most, isLast } = room(definition, offset, size)
	const named = fixed.slice(start.fixed)
	// One more than is shown tells whether another follows.
	const placed =
		named.length > 0 ? await tx.query<NamedRow>(handOrdered(space.id, named, most + 1)) : []
	const shown = placed.slice(0, most)
	const rest = most - shown.length
	const ruled = placed.length > most ? nothing : await byRule(tx, definition, null, rest)
	const items = shown.map(({ item }) => asPinned(item))
	if (ruled.items) items.push(ruled.items)

	const behind = offset + shown.length + Math.min(ruled.found, rest)
	const inHandOrder = { offset: behind, size, fixed: fixed.indexOf(shown.at(-1)?.id ?? '') + 1 }
	const isMore = placed.length > most || ruled.found > rest
	const next = ruled.far ? { offset: behind, size, after: readPlace(ruled.far) } : inHandOrder
	return {
		items: items.join(','),
		offset,
		next: isMore && !isLast ? next : null,
		previous: null,
	}
}

/** How many items a page that begins at `offset` may have, and whether the owner's limit ends the wall there. */
function room({ rule }: WallDefinition, offset: number, size: number) {
	if (rule.limit === null) return { most: size, isLast: false }
	const most = Math.min(size, Math.max(rule.limit - offset, 0))
	return { most, isLast: offset + most >= rule.limit }
}

const nothing: PageRow = { items: null, found: 0, near: null, far: null }

async function byRule(
	tx: Tx,
	{ space, rule, fixed }: WallDefinition,
	from: PlaceCursor | null,
	most: number,
): Promise<PageRow> {
	if (rule.ids.length > 0) return nothing
	const isBack = from !== null && 'before' in from
	if (isBack || fixed.length > 0 || isNarrow(rule)) {
		const [page] = await tx.final<PageRow>(chosenByRule(space.id, rule, fixed, from, most))
		return page ?? nothing
	}
	const [page] = await tx.final<PageRow>(newest(space.id, from?.after ?? null, most))
	return page ? { ...page, items: firstLines(page, most) } : nothing
}

function isNarrow({ kinds, forms, tags, min_date }: WallSelection): boolean {
	return kinds.length > 0 || forms.length > 0 || tags.length > 0 || min_date !== null
}

/** Without the one more, which only tells that there are more. JSON of one value has no line breaks of its own. */
function firstLines({ items, found }: PageRow, most: number): string | null {
	if (items === null || found <= most) return items
	return items.slice(0, Math.max(items.lastIndexOf(',\n'), 0))
}

function readPlace(text: string): Place {
	const [pinned, at = '', id = ''] = text.split('|')
	return { pinned: pinned === '1', at, id }
}
