import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { buildIndexes } from './build-indexes.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let names: string[]
beforeAll(async () => {
	database = await createTestDatabase()
	names = (await readdir(join(schemaFolder, 'indexes'))).map((file) => file.replace('.sql', '')).sort()
	await asOwner(
		database,
		`with space as (insert into public.spaces (name) values ('Pottery') returning id)
		insert into public.testimonials (space_id, kind, body, author_name, source)
		select id, 'text', 'Lovely.', 'Ada', 'api' from space, generate_series(1, 10)`,
	)
})
afterAll(() => database.drop())

type Index = { name: string; valid: boolean; definition: string }
const indexes = () =>
	asOwner<Index>(
		database,
		`select c.relname as name, i.indisvalid as valid, pg_get_indexdef(c.oid) as definition
		from pg_class c join pg_index i on i.indexrelid = c.oid where c.relname = any ($1) order by 1`,
		[names],
	)
const build = (wait?: number) => withClient(database.owner, (client) => buildIndexes(client, schemaFolder, wait))

it('a new database has each index of db/indexes, under the name of its file', async () => {
	expect((await indexes()).map(({ name, valid }) => [name, valid])).toEqual(names.map((name) => [name, true]))
})

it('a start of several nodes builds an index that is missing and one that was cut off, once each', async () => {
	const before = await indexes()
	const [missing, cutOff] = names
	await asOwner(database, `drop index public.${missing}`)
	await asOwner(database, `drop index public.${cutOff}`)
	const fails = asOwner(database, `create unique index concurrently ${cutOff} on public.testimonials (space_id)`)
	await expect(fails).rejects.toMatchObject({ code: '23505' })
	expect((await indexes()).find(({ name }) => name === cutOff)?.valid).toBe(false)
	await Promise.all([1, 2, 3].map(() => migrate(database.owner, schemaFolder)))
	expect(await indexes()).toEqual(before)
})

it('an index that another transaction holds up is left to the next start, and writes go on meanwhile', async () => {
	const name = 'testimonials_starred'
	await asOwner(database, `drop index public.${name}`)
	const writer = new pg.Client(database.owner)
	await writer.connect()
	await writer.query(`begin; update public.testimonials set is_pinned = true`)
	await build(50)
	expect((await indexes()).find((one) => one.name === name)?.valid ?? false).toBe(false)
	await writer.query('update public.testimonials set is_pinned = false; commit')
	await writer.end()
	await build()
	expect((await indexes()).every(({ valid }) => valid)).toBe(true)
})
