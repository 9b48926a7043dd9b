import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { createWallLoader, type WallLoader, type WallRequest } from './load-wall.ts'
import { publicJson } from './public-json.ts'
import { isCursor } from './wall-cursor.ts'
import { wallJson } from './wall-page.ts'

export const wallCacheControl = 'public, max-age=30, stale-while-revalidate=30'
const takeAsItIs = 'Take the cursor from an answer as it is.'
const slugForm = /^[a-z0-9-]{3,63}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Published walls as JSON, read anew each time. */
export type WallService = {
	/** Bytes of one page, or null when no published wall is there. @throws AppError `invalid` for a cursor that is not ours */
	read(request: WallRequest): Promise<Buffer<ArrayBuffer> | null>
	/** Whether the definition of a wall is remembered, so that nearly always a page is found. */
	isKnown(request: WallRequest): boolean
}

/** Follows the spaces' changes from the first request on. */
export function createWallService(deps: Pick<Deps, 'db' | 'keys'>): WallService {
	const { db } = deps
	const loader: WallLoader = createWallLoader(deps)
	let listening: Promise<void> | undefined
	const listen = () =>
		db
			.listen('plaudit_space', loader.forget, () => loader.forget(null))
			.catch((error) => {
				listening = undefined
				throw error
			})

	return {
		async read(request) {
			listening ??= listen()
			await listening
			const page = await loader.load(request)
			if (page && !page.isWhereAsked)
				throw new AppError(422, 'invalid', 'Some fields need your attention.', {
					fields: { cursor: takeAsItIs },
				})
			return page && wallJson(page)
		},
		isKnown: loader.isKnown,
	}
}

/** GET /functions/v1/wall?slug= or ?id=, with `cursor` and `limit` (1 to 100): one page of a published wall. */
export function wall(walls: WallService): (c: Context<Env>) => Promise<Response> {
	return async (c) => {
		const request = readWallRequest(c.req.query())
		const found = request && (await walls.read(request))
		if (!found) throw noWall()
		return publicJson(c, found, wallCacheControl)
	}
}

export const noWall = () =>
	new AppError(404, 'wall_not_found', 'This wall does not exist or is not published.')

/**
 * Reads the query of a request for a wall.
 * @returns null when no wall can have such a name
 * @throws AppError `invalid` with a sentence for each field
 */
export function readWallRequest(query: Record<string, string>): WallRequest | null {
	const { slug, id, cursor, limit } = query
	const fields: Record<string, string> = {}
	if (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit))
		fields.limit = 'A page has 1 to 100 items.'
	if (cursor && !isCursor(cursor)) fields.cursor = takeAsItIs
	if (slug === undefined && id === undefined) fields.slug = 'Name the wall by its slug or its id.'
	if (Object.keys(fields).length > 0)
		throw new AppError(422, 'invalid', 'Some fields need your attention.', { fields })
	const page = { cursor, limit: limit === undefined ? undefined : Number(limit) }
	if (id !== undefined) return uuid.test(id) ? { id: id.toLowerCase(), ...page } : null
	return slug !== undefined && slugForm.test(slug) ? { slug, ...page } : null
}
