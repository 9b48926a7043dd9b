import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/** Columns and functions that policies and queries written for Supabase may use. */
const columns = {
	buckets: {
		id: 'text',
		name: 'text',
		owner: 'uuid',
		owner_id: 'text',
		public: 'boolean',
		file_size_limit: 'bigint',
		allowed_mime_types: 'text[]',
		type: 'text',
		created_at: 'timestamp with time zone',
		updated_at: 'timestamp with time zone',
	},
	objects: {
		id: 'uuid',
		bucket_id: 'text',
		name: 'text',
		owner: 'uuid',
		owner_id: 'text',
		version: 'text',
		metadata: 'jsonb',
		user_metadata: 'jsonb',
		path_tokens: 'text[]',
		created_at: 'timestamp with time zone',
		updated_at: 'timestamp with time zone',
		last_accessed_at: 'timestamp with time zone',
	},
}

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

it.each(Object.entries(columns))('storage.%s has the columns of the reference', async (table, wanted) => {
	const rows = await asOwner<{ name: string; type: string }>(
		database,
		`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
		where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
		[`storage.${table}`],
	)
	expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toMatchObject(wanted)
})

it('storage.foldername, filename and extension split a path as the table’s columns do', async () => {
	const [parts] = await asOwner(
		database,
		`select storage.foldername(p) as folders, storage.filename(p) as file, storage.extension(p) as extension
		from (values ('a/b c/photo.large.png')) as v (p)`,
	)
	expect(parts).toEqual({ folders: ['a', 'b c'], file: 'photo.large.png', extension: 'png' })
	const insert = `insert into storage.objects (bucket_id, name, version) values ('made', 'a/b/c.txt', $1) returning path_tokens`
	await asOwner(database, `insert into storage.buckets (id, name) values ('made', 'made')`)
	const [row] = await asOwner(database, insert, [randomUUID()])
	expect(row).toEqual({ path_tokens: ['a', 'b', 'c.txt'] })
	await expect(asOwner(database, insert, [randomUUID()])).rejects.toMatchObject({ code: '23505' })
})

it('a policy can read the operation it applies to', async () => {
	const [row] = await asOwner(
		database,
		`select set_config('storage.operation', 'storage.object.list', true), storage.operation() as said,
			storage.allow_only_operation('object.list') as same, storage.allow_only_operation('object.list_v2') as longer,
			storage.allow_only_operation('') as nothing, storage.allow_any_operation(array[null, 'storage.object.list']) as one,
			storage.allow_any_operation('{}') as none`,
	)
	expect(row).toMatchObject({
		said: 'storage.object.list',
		same: true,
		longer: false,
		nothing: false,
	})
	expect(row).toMatchObject({ one: true, none: false })
	const [outside] = await asOwner(database, `select storage.allow_only_operation('object.list') as it`)
	expect(outside).toEqual({ it: false })
})
