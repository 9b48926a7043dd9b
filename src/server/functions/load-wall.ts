import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { type PageRequest, readWallPage } from './read-wall-page.ts'
import { createSpaceChanges } from './space-changes.ts'
import { createCursors } from './wall-cursor.ts'
import {
	type CountsRow,
	type DefinitionRow,
	toCounts,
	toDefinition,
	type WallDefinition,
} from './wall-definition.ts'
import type { WallPage } from './wall-page.ts'
import { wallCounts, wallDefinition } from './wall-queries.ts'

export type WallRequest = ({ slug: string } | { id: string }) & PageRequest

export type WallLoader = {
	/** One page of a published wall as anybody may see it, or null. */
	load(request: WallRequest): Promise<WallPage | null>
	/** Whether the definition of a wall is remembered. */
	isKnown(request: WallRequest): boolean
	/** Whether a page begins where its cursor says; one of a wall that is not remembered is believed until it is read. */
	isWhereAsked(request: WallRequest): boolean
	/** Lets go of what is remembered of a space's walls, or of all. */
	forget(space: string | null): void
}

const mostRemembered = 5_000
const anon = { role: 'anon' } as const
const readOnly = { readOnly: true }

/**
 * Reads walls as anon. Definition and counts of a wall are remembered until somebody says that its space changed, so
 * that a page costs one round trip, and page 200 of a wall of ten thousand as little as the first.
 */
export function createWallLoader({ db, keys }: Pick<Deps, 'db' | 'keys'>): WallLoader {
	const cursors = createCursors(keys.secret)
	const remembered = new Map<string, WallDefinition>()
	const changes = createSpaceChanges()

	const remember = (key: string, definition: WallDefinition) => {
		if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
		remembered.set(key, definition)
	}

	const keyOf = (request: WallRequest) =>
		'slug' in request ? `s${request.slug}` : `i${request.id}`

	return {
		isWhereAsked(request) {
			const known = remembered.get(keyOf(request))
			const { cursor } = request
			return !known || !cursor || cursors.read(known.wall.id, cursor) !== null
		},
		isKnown: (request) => remembered.has(keyOf(request)),
		async load(request) {
			const key = keyOf(request)
			const known = remembered.get(key)
			const seen = changes.now()
			const found = await db.as(
				anon,
				async (tx) => {
					const definition = known ?? (await define(tx, request))
					return (
						definition && { definition, page: await readWallPage(tx, cursors, definition, request) }
					)
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
