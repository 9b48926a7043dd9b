import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { listKeys, listLevel, listSorted, readOrder } from './list-queries.ts'
import { asCaller, type Parts, readJson } from './request.ts'
import { StorageError } from './storage-error.ts'

const text = z
	.string()
	.max(1024)
	.refine((value) => !value.includes('\0'))
const sortBy = z.object({ column: z.string().optional(), order: z.string().optional() }).partial()
const level = z.object({
	prefix: text.nullish(),
	limit: z.int().min(1).max(1000).default(100),
	offset: z.int().min(0).default(0),
	search: text.nullish(),
	sortBy: sortBy.nullish(),
})
const keys = z.object({
	prefix: text.default(''),
	limit: z.int().min(1).max(1000).default(1000),
	cursor: z.string().max(4096).optional(),
	with_delimiter: z.boolean().default(false),
	sortBy: sortBy.optional(),
})
type Entry = {
	key: string
	is_folder: boolean
	id: string
	name: string
	version: string
	[column: string]: unknown
}

/** What is in a bucket, as far as the caller may see. */
export function listRoutes(parts: Parts): Hono<Env> {
	const app = new Hono<Env>()

	app.post('/object/list/:bucket', async (c) => {
		const wish = await readJson(c, level)
		const folder = (wish.prefix ?? '').replace(/^\/+|\/+$/g, '')
		const prefix = folder && `${folder}/`
		const page = { search: wish.search ?? '', limit: wish.limit, offset: wish.offset }
		const query = listLevel(c.req.param('bucket'), prefix, readOrder(wish.sortBy ?? {}), page)
		const rows = await asCaller(parts, c, 'object.list', (tx) => tx.query<Entry>(query))
		return c.json(rows.map(({ is_folder: _, ...entry }) => entry))
	})

	app.post('/object/list-v2/:bucket', async (c) => {
		const wish = await readJson(c, keys)
		const order = readOrder(wish.sortBy ?? {})
		const byName = order.column === 'name' && !order.descending
		if (!byName && wish.with_delimiter)
			throw new StorageError('InvalidRequest', 'Folders are listed by name, ascending, only')
		const cursor = readCursor(wish.cursor, byName)
		const bucket = c.req.param('bucket')
		const query = byName
			? listKeys(bucket, wish.prefix, cursor, wish.limit + 1, wish.with_delimiter)
			: listSorted(bucket, wish.prefix, order, {
					limit: wish.limit + 1,
					offset: Number(cursor || 0),
				})
		const rows = await asCaller(parts, c, 'object.list_v2', (tx) => tx.query<Entry>(query))
		const shown = rows.slice(0, wish.limit)
		const hasNext = rows.length > wish.limit
		const last = shown.at(-1)
		const next = byName ? (last?.key ?? '') : String(Number(cursor || 0) + shown.length)
		return c.json({
			hasNext,
			folders: shown.filter((row) => row.is_folder).map(({ key }) => ({ key, name: key })),
			objects: shown.filter((row) => !row.is_folder).map(({ is_folder: _, ...entry }) => entry),
			...(hasNext ? { nextCursor: writeCursor(next, byName), nextCursorKey: last?.key } : {}),
		})
	})
	return app
}

function writeCursor(position: string, byName: boolean): string {
	return Buffer.from(`${byName ? 'k' : 'n'}:${position}`).toString('base64url')
}

function readCursor(cursor: string | undefined, byName: boolean): string {
	if (!cursor) return ''
	const decoded = Buffer.from(cursor, 'base64url').toString('utf8')
	const [kind, position] = [decoded.slice(0, 2), decoded.slice(2)]
	const isGood = byName
		? kind === 'k:' && !position.includes('\0')
		: kind === 'n:' && /^\d{1,9}$/.test(position)
	if (!isGood) throw new StorageError('InvalidRequest', 'The cursor is not valid')
	return position
}
