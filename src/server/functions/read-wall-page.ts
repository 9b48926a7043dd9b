import type { Tx } from '#server/pg/db.ts'
import { asPinned } from '#shared/wall-item.ts'
import { readCursor, type WallCursor, writeCursor } from './wall-cursor.ts'
import type { WallDefinition } from './wall-definition.ts'
import type { WallPage } from './wall-page.ts'
import {
	chosenByRule,
	handOrdered,
	type NamedRow,
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
export function readWallPage(
	tx: Tx,
	definition: WallDefinition,
	request: PageRequest,
): Promise<WallPage> {
	const start = readCursor(request.cursor ?? '') ?? { offset: 0, fixed: 0 }
	const size = Math.min(Math.max(request.limit ?? pageSize, 1), 100)
	return 'fixed' in start
		? fromHandOrder(tx, definition, start, size)
		: fromPlace(tx, definition, start, size)
}

/** What the rule finds after, or before, a place in the order of publication. */
async function fromPlace(
	tx: Tx,
	definition: WallDefinition,
	start: PlaceCursor,
	size: number,
): Promise<WallPage> {
	const { offset } = start
	const { most, isLast } = room(definition, offset, size)
	const { items, found, near, far } = await byRule(tx, definition, start, most)
	const isBack = 'before' in start
	const [first, last] = isBack ? [far, near] : [near, far]
	const hasNext = !isLast && last !== null && (isBack || found > most)
	const before = offset - size
	// Where the page before reaches into what was placed by hand, it is the beginning: an empty cursor.
	const hasPlaceBefore = first !== null && before > definition.fixed.length
	const previous = hasPlaceBefore ? writeCursor({ offset: before, before: readPlace(first) }) : ''
	const behind = offset + Math.min(found, most)
	return {
		definition,
		items: items ?? '',
		offset,
		next: hasNext ? writeCursor({ offset: behind, after: readPlace(last) }) : null,
		previous: offset === 0 ? null : previous,
	}
}

/** What was placed by hand, in that order, then what the rule finds. */
async function fromHandOrder(
	tx: Tx,
	definition: WallDefinition,
	start: HandCursor,
	size: number,
): Promise<WallPage> {
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
	const inHandOrder = { offset: behind, fixed: fixed.indexOf(shown.at(-1)?.id ?? '') + 1 }
	const isMore = placed.length > most || ruled.found > rest
	const next = ruled.far ? { offset: behind, after: readPlace(ruled.far) } : inHandOrder
	return {
		definition,
		items: items.join(','),
		offset,
		next: isMore && !isLast ? writeCursor(next) : null,
		previous: offset === 0 ? null : '',
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
	const [page] = await tx.final<PageRow>(chosenByRule(space.id, rule, fixed, from, most))
	return page ?? nothing
}

function readPlace(text: string): Place {
	const [pinned, at = '', id = ''] = text.split('|')
	return { pinned: pinned === '1', at, id }
}
