import { z } from 'zod'
import { json } from '#platform/http/routing/answer.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { coerce } from '#platform/storage/names.ts'
import { asCaller, type StorageDeps } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { listEntries, listLevel, type Position, readOrder } from './list-queries.ts'

const text = z
	.string()
	.max(1024)
	.refine((value) => !value.includes('\0'))
const order = z.enum(['asc', 'desc']).nullish()
/** Sort columns of list-v2; list has one more. */
const sortColumns = ['name', 'updated_at', 'created_at'] as const
const sortBy = z.object({ column: z.enum(sortColumns).nullish(), order })
const sortByAny = z.object({
	column: z.enum([...sortColumns, 'last_accessed_at']).nullish(),
	order,
})
/** Size of a page, at most `max`. */
const pageLimit = (max: number) =>
	coerce(
		z
			.int()
			.min(1)
			.transform((limit) => Math.min(limit, max)),
	)
const listSchema = z.object({
	prefix: text.nullish(),
	limit: pageLimit(10_000).default(100),
	offset: coerce(z.int().min(0).default(0)),
	search: text.nullish(),
	sortBy: sortByAny.nullish(),
})
const listV2Schema = z.object({
	prefix: text.default(''),
	limit: pageLimit(1000).default(1000),
	cursor: z.string().max(4096).optional(),
	with_delimiter: coerce(z.boolean().default(false)),
	exactMatch: coerce(z.boolean().default(false)),
	sortBy: sortBy.optional(),
})
/** A decoded cursor. PostgreSQL itself refuses an invalid date and a cursor of another order. */
const cursorSchema = z.tuple([text, text])
type Entry = {
	key: string
	is_folder: boolean
	id: string
	name: string
	version: string
	/** Sort value to continue from. */
	position: string
	[column: string]: unknown
}

/** Lists of a bucket's objects, as far as the caller may read them. */
export function listRoutes(routes: Routes, parts: StorageDeps): void {
	routes.post(
		'/object/list/:bucket',
		async (x, input) => {
			const folder = (input.prefix ?? '').replace(/^\/+|\/+$/g, '')
			const prefix = folder && `${folder}/`
			const page = { search: input.search ?? '', limit: input.limit, offset: input.offset }
			const query = listLevel(x.param('bucket'), prefix, readOrder(input.sortBy ?? {}), page)
			const rows = await asCaller(parts, x, 'storage.object.list', (tx) => tx.query<Entry>(query))
			return json(rows.map(({ is_folder: _, ...entry }) => entry))
		},
		{ body: listSchema },
	)

	routes.post(
		'/object/list-v2/:bucket',
		async (x, input) => {
			const query = listEntries(x.param('bucket'), {
				prefix: input.prefix,
				exact: input.exactMatch,
				delimited: input.with_delimiter,
				order: readOrder(input.sortBy ?? {}),
				after: readCursor(input.cursor),
				limit: input.limit + 1,
			})
			const rows = await asCaller(parts, x, 'storage.object.list_v2', (tx) => tx.query<Entry>(query))
			const shown = rows.slice(0, input.limit)
			const last = rows.length > input.limit ? shown.at(-1) : undefined
			return json({
				hasNext: last !== undefined,
				folders: shown.filter((row) => row.is_folder).map(({ key }) => ({ key: key.replace(/\/$/, ''), name: key })),
				objects: shown.filter((row) => !row.is_folder).map(({ is_folder: _, position: __, ...entry }) => entry),
				...(last ? { nextCursor: writeCursor(last), nextCursorKey: last.key } : {}),
			})
		},
		{ body: listV2Schema },
	)
}

function writeCursor({ position, key }: Entry): string {
	return Buffer.from(JSON.stringify([position, key])).toString('base64url')
}

function readCursor(cursor: string | undefined): Position | undefined {
	if (!cursor) return undefined
	try {
		const text = Buffer.from(cursor, 'base64url').toString('utf8')
		const [value, key] = cursorSchema.parse(JSON.parse(text))
		return { value, key }
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The cursor is not valid', cause)
	}
}
