import type { Db, Tx } from '#server/pg/db.ts'
import { withPin } from '#shared/wall-item.ts'
import { createSpaceChanges } from './space-changes.ts'
import { readCursor, type WallCursor, writeCursor } from './wall-cursor.ts'
import {
	type CountsRow,
	type DefinitionRow,
	toCounts,
	toDefinition,
	type WallDefinition,
} from './wall-definition.ts'
import type { WallPage } from './wall-page.ts'
import {
	chosenByRule,
	handOrdered,
	type Place,
	type ShownRow,
	wallCounts,
	wallDefinition,
} from './wall-queries.ts'

export type WallRequest = ({ slug: string } | { id: string }) & {
	/** As an earlier page gave it; one that cannot be read begins at the start. */
	cursor?: string | undefined
	/** Items of a page, 1 to 100; 50 when left out. */
	limit?: number | undefined
}

export type WallLoader = {
	/** One page of a published wall as anybody may see it, or null. */
	load(request: WallRequest): Promise<WallPage | null>
	/** Whether the definition of a wall is remembered. */
	isKnown(request: WallRequest): boolean
	/** Lets go of what is remembered of a space's walls, or of all. */
	forget(space: string | null): void
}

const pageSize = 50
const mostRemembered = 5_000
const anon = { role: 'anon' } as const
const readOnly = { readOnly: true }

/**
 * Reads walls as anon. Definition and counts of a wall are remembered until somebody says that its space changed, so
 * that a page costs one round trip, and page 200 of a wall of ten thousand as little as the first.
 */
export function createWallLoader(db: Db): WallLoader {
	const remembered = new Map<string, WallDefinition>()
	const changes = createSpaceChanges()

	const remember = (key: string, definition: WallDefinition) => {
		if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
		remembered.set(key, definition)
	}

	const keyOf = (request: WallRequest) =>
		'slug' in request ? `s${request.slug}` : `i${request.id}`

	return {
		isKnown: (request) => remembered.has(keyOf(request)),
		async load(request) {
			const key = keyOf(request)
			const known = remembered.get(key)
			const seen = changes.now()
			const found = await db.as(
				anon,
				async (tx) => {
					const definition = known ?? (await define(tx, request))
					return definition && { definition, page: await readPage(tx, definition, request) }
				},
				readOnly,
			)
			// What changed meanwhile may be newer than what was read.
			const isOld = found && changes.hasChanged(found.definition.space.id, seen)
			if (found && !known && !isOld) remember(key, found.definition)
			return found?.page ?? null
		},
		forget(space) {
			changes.note(space)
			if (space === null) return remembered.clear()
			for (const [key, definition] of remembered)
				if (definition.space.id === space) remembered.delete(key)
		},
	}
}

async function define(tx: Tx, request: WallRequest): Promise<WallDefinition | null> {
	const [row] = await tx.query<DefinitionRow>(wallDefinition(request))
	if (!row) return null
	const definition = toDefinition(row)
	const { space, rule, fixed } = definition
	const [counts] = await tx.query<CountsRow>(wallCounts(space.id, rule, fixed))
	definition.counts = toCounts(counts, rule)
	return definition
}

async function readPage(
	tx: Tx,
	definition: WallDefinition,
	request: WallRequest,
): Promise<WallPage> {
	const { rule } = definition
	const start = readCursor(request.cursor ?? '') ?? { offset: 0, fixed: 0 }
	const size = Math.min(Math.max(request.limit ?? pageSize, 1), 100)
	const left = rule.limit === null ? size : Math.min(size, Math.max(rule.limit - start.offset, 0))
	const isBack = 'before' in start
	// One more than is shown tells whether another page follows; before a place one always does.
	const { rows, byHand } = await readRows(tx, definition, start, isBack ? left : left + 1)
	const shown = rows.slice(0, left)
	const isLimit = rule.limit !== null && start.offset + left >= rule.limit
	const isEnd = isLimit || (!isBack && rows.length <= left)
	return {
		definition,
		items: shown.map((row) => withPin(row.item, row.is_pinned || byHand.has(row.id))),
		offset: start.offset,
		next: isEnd ? null : nextCursor(definition, start, shown, byHand),
		previous: previousCursor(definition, start, shown, size),
	}
}

/** What was placed by hand, in that order, then what the rule finds. */
async function readRows(tx: Tx, definition: WallDefinition, start: WallCursor, most: number) {
	const { space, rule, fixed } = definition
	const named = 'fixed' in start ? fixed.slice(start.fixed) : []
	const from = 'fixed' in start ? null : start
	const [first, second] = await Promise.all([
		named.length > 0 ? tx.query<ShownRow>(handOrdered(space.id, named, most)) : [],
		rule.ids.length === 0
			? tx.final<ShownRow>(chosenByRule(space.id, rule, fixed, from, most))
			: [],
	])
	if (from && 'before' in from) second.reverse()
	return { rows: [...first, ...second], byHand: new Set(fixed) }
}

function nextCursor(
	{ fixed }: WallDefinition,
	start: WallCursor,
	shown: ShownRow[],
	byHand: ReadonlySet<string>,
): string | null {
	const last = shown.at(-1)
	if (!last) return null
	const offset = start.offset + shown.length
	if (byHand.has(last.id)) return writeCursor({ offset, fixed: fixed.indexOf(last.id) + 1 })
	return writeCursor({ offset, after: placeOf(last) })
}

/** The page before, or the beginning (an empty cursor) when that reaches into what was placed by hand. */
function previousCursor(
	{ fixed }: WallDefinition,
	start: WallCursor,
	shown: ShownRow[],
	size: number,
): string | null {
	if (start.offset === 0) return null
	const offset = start.offset - size
	const [first] = shown
	if (!first || offset <= fixed.length || 'fixed' in start) return ''
	return writeCursor({ offset, before: placeOf(first) })
}

function placeOf(row: ShownRow): Place {
	return { pinned: row.is_pinned, at: row.approved_at, id: row.id }
}
