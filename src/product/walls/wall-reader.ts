import type { Deps } from '#platform/deps.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { anon } from '#product/run-query.ts'
import type { SpaceChanges } from '#product/spaces/follow-space-changes.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import type { WallFilter } from '#shared/wall/wall-filter.ts'
import { cursorScope, readHostedPage } from './read-filtered-page.ts'
import { type PageRequest, readWallPage, type WallPage } from './read-wall-page.ts'
import { createCursorCodec } from './wall-cursor.ts'
import { loadDefinition, type WallDefinition } from './wall-definition.ts'

export type WallRequest = WallName & PageRequest
type WallName = { slug: string } | { id: string }

export type WallReader = ReturnType<typeof createWallReader>

const maxDefinitions = 5_000

/** Reads published walls. Their definitions are cached until their space changes. Called once per process. */
export function createWallReader({ db, keys, metrics }: Pick<Deps, 'db' | 'keys' | 'metrics'>, changes: SpaceChanges) {
	const cursors = createCursorCodec(keys.secret)
	const definitions = new LruCache<string, WallDefinition>(maxDefinitions)
	metrics.cache('wall_definitions', definitions)
	changes.onChange((space) => {
		for (const key of definitions.keys())
			if (space === null || definitions.peek(key)?.space.id === space) definitions.delete(key)
	})

	return {
		/** Reads one page; null when there is no such published wall. */
		async read(request: WallRequest): Promise<WallPage | null> {
			await changes.ready()
			const key = definitionKey(request)
			const cached = definitions.get(key)
			const since = changes.now()
			const page = await db.as(
				anon,
				async (tx) => {
					const definition = cached ?? (await loadDefinition(tx, request))
					if (!definition) return null
					const { filter } = request
					return filter
						? readHostedPage(tx, cursors, definition, { ...request, filter })
						: readWallPage(tx, cursors, definition, request)
				},
				{ readOnly: true, shardKey: cached?.space.id },
			)
			if (page && !cached && !changes.hasChanged(page.definition.space.id, since)) definitions.set(key, page.definition)
			return page
		},
		/** True for a cursor that is not of this wall and filter. Until the definition is cached, only reading the page reveals it. */
		isForged(wall: WallName, filter: WallFilter, cursor: string): boolean {
			const definition = definitions.peek(definitionKey(wall))
			return definition !== undefined && cursors.read(cursorScope(definition, filter), cursor) === null
		},
	}
}

const definitionKey = (wall: WallName) => ('slug' in wall ? `s${wall.slug}` : `i${wall.id}`)

/** A page of a wall as its components take it. */
export function toPublicWall({ definition, items, offset, next, previous }: WallPage): PublicWall {
	const { wall, space, counts, css } = definition
	return {
		wall,
		space,
		css: css.embed,
		counts,
		items: JSON.parse(`[${items}]`) as WallItem[],
		offset,
		next,
		previous,
	}
}
