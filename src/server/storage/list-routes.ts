import { Hono } from 'hono'
import { z } from 'zod'
import type { Env } from '#server/deps.ts'
import { listEntries, listLevel, type Position, readOrder } from './list-queries.ts'
import { asCaller, type Parts, readJson } from './request.ts'
import { StorageError } from './storage-error.ts'
import { worded } from './worded.ts'

const text = z
	.string()
	.max(1024)
	.refine((value) => !value.includes('\0'))
const order = z.enum(['asc', 'desc']).nullish()
/** What list-v2 sorts by; list knows one more. */
const times = ['name', 'updated_at', 'created_at'] as const
const sortBy = z.object({ column: z.enum(times).nullish(), order })
const sortByAny = z.object({ column: z.enum([...times, 'last_accessed_at']).nullish(), order })
/** Entries of one page: whoever asks for more than `most` gets so many. */
const entries = (most: number) =>
	worded(
		z
			.int()
			.min(1)
			.transform((limit) => Math.min(limit, most)),
	)
const level = z.object({
	prefix: text.nullish(),
	limit: entries(10_000).default(100),
	offset: worded(z.int().min(0).default(0)),
	search: text.nullish(),
	sortBy: sortByAny.nullish(),
})
const keys = z.object({
	prefix: text.default(''),
	limit: entries(1000).default(1000),
	cursor: z.string().max(4096).optional(),
	with_delimiter: worded(z.boolean().default(false)),
	exactMatch: worded(z.boolean().default(false)),
	sortBy: sortBy.optional(),
})
/** A cursor, decoded. A date that is none, or one that is not for this order, PostgreSQL refuses by itself. */
const position = z.tuple([text, text])
type Entry = {
	key: string
	is_folder: boolean
	id: string
	name: string
	version: string
	/** What it was sorted by, to go on from. */
	position: string
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
		const rows = await asCaller(parts, c, 'storage.object.list', (tx) => tx.query<Entry>(query))
		return c.json(rows.map(({ is_folder: _, ...entry }) => entry))
	})

	app.post('/object/list-v2/:bucket', async (c) => {
		const wish = await readJson(c, keys)
		const query = listEntries(c.req.param('bucket'), {
			prefix: wish.prefix,
			exact: wish.exactMatch,
			delimited: wish.with_delimiter,
			order: readOrder(wish.sortBy ?? {}),
			after: readCursor(wish.cursor),
			limit: wish.limit + 1,
		})
		const rows = await asCaller(parts, c, 'storage.object.list_v2', (tx) => tx.query<Entry>(query))
		const shown = rows.slice(0, wish.limit)
		const last = rows.length > wish.limit ? shown.at(-1) : undefined
		return c.json({
			hasNext: last !== undefined,
			folders: shown
				.filter((row) => row.is_folder)
				.map(({ key }) => ({ key: key.replace(/\/$/, ''), name: key })),
			objects: shown
				.filter((row) => !row.is_folder)
				.map(({ is_folder: _, position: __, ...entry }) => entry),
			...(last ? { nextCursor: writeCursor(last), nextCursorKey: last.key } : {}),
		})
	})
	return app
}

function writeCursor({ position, key }: Entry): string {
	return Buffer.from(JSON.stringify([position, key])).toString('base64url')
}

function readCursor(cursor: string | undefined): Position | undefined {
	if (!cursor) return undefined
	try {
		const text = Buffer.from(cursor, 'base64url').toString('utf8')
		const [value, key] = position.parse(JSON.parse(text))
		return { value, key }
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The cursor is not valid', cause)
	}
}
