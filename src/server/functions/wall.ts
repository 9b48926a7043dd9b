import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { createWallLoader, type WallLoader, type WallRequest } from './load-wall.ts'
import { publicJson } from './public-json.ts'
import { readCursor } from './wall-cursor.ts'
import { wallJson } from './wall-page.ts'

const cacheControl = 'public, max-age=30, stale-while-revalidate=30'
const slugForm = /^[a-z0-9-]{3,63}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** GET /functions/v1/wall?slug= or ?id=, with `cursor` and `limit` (1 to 100): one page of a published wall. */
export function wall({ db }: Deps): (c: Context<Env>) => Promise<Response> {
	let opening: Promise<WallLoader> | undefined

	const open = async () => {
		const loader = createWallLoader(db)
		await db.listen('plaudit_space', loader.forget, () => loader.forget(null))
		return loader
	}

	return async (c) => {
		const request = readRequest(c)
		opening ??= open().catch((error) => {
			opening = undefined
			throw error
		})
		const loader = await opening
		const found = request && (await loader.load(request))
		if (!found)
			throw new AppError(404, 'wall_not_found', 'This wall does not exist or is not published.')
		return publicJson(c, wallJson(found), cacheControl)
	}
}

function readRequest(c: Context<Env>): WallRequest | null {
	const { slug, id, cursor, limit } = c.req.query()
	const fields: Record<string, string> = {}
	if (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit))
		fields.limit = 'A page has 1 to 100 items.'
	if (cursor && !readCursor(cursor)) fields.cursor = 'Take the cursor from an answer as it is.'
	if (slug === undefined && id === undefined) fields.slug = 'Name the wall by its slug or its id.'
	if (Object.keys(fields).length > 0)
		throw new AppError(422, 'invalid', 'Some fields need your attention.', { fields })
	const page = { cursor, limit: limit === undefined ? undefined : Number(limit) }
	if (id !== undefined) return uuid.test(id) ? { id: id.toLowerCase(), ...page } : null
	return slug !== undefined && slugForm.test(slug) ? { slug, ...page } : null
}
