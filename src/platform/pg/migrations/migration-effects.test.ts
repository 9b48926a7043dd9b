import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { migrate } from './migrate.ts'
import { describeEffects } from './migration-effects.ts'
import { namesIn, readPending } from './schema-plan.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-plan-'))
	await cp(schemaFolder, folder, { recursive: true })
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

const late = 'migrations/0999_late.sql'

it('a plan names what waits, the tables that it touches, their rows, and who waits for it, and changes nothing', async () => {
	await asOwner(database, 'create table app.things as select n from generate_series(1, 3000) n; analyze app.things')
	await writeFile(
		join(folder, late),
		`create table plaudit.late (); alter table app.things alter column n type bigint; create index on plaudit.late ((1));
		do $$ begin execute 'alter table app.' || 'things add m int'; end $$`,
	)
	const history = () => asOwner(database, 'select * from plaudit.migrations order by name')
	const before = await history()
	const { plan, effects } = await readPending(database.owner, folder)
	expect(namesIn(plan)).toEqual([late])
	expect(effects).toEqual([
		{
			name: late,
			isDynamic: true,
			tables: [
				{
					table: 'app.things',
					rows: 'rewrites',
					blocks: 'all',
					estimatedRows: 3000,
					bytes: expect.any(Number),
				},
			],
		},
	])
	expect(describeEffects(effects)).toEqual([
		expect.stringContaining('one transaction'),
		`  ${late}`,
		expect.stringMatching(/^ {4}app\.things, about 3000 rows, \d+ KB: the table is rewritten; reads and writes wait$/),
		'    further statements are put together while it runs',
	])
	expect(await history()).toEqual(before)
	expect(await asOwner(database, "select to_regclass('plaudit.late')")).toEqual([{ to_regclass: null }])
})

it('a plan names the indexes that are to be built, and that no query waits for them', async () => {
	await rm(join(folder, late), { force: true })
	await asOwner(database, 'drop index public.testimonials_starred')
	const { plan, indexes, effects } = await readPending(database.owner, folder)
	expect([namesIn(plan), indexes]).toEqual([[], ['indexes/testimonials_starred.sql']])
	expect(describeEffects(effects).at(-1)).toMatch(
		/public\.testimonials, about \d+ rows, .*: all rows are read; nobody waits$/,
	)
	await migrate(database.owner, folder)
	expect((await readPending(database.owner, folder)).indexes).toEqual([])
})

it('a plan of an empty or current database lists no effect', async () => {
	expect(describeEffects((await readPending(database.owner, folder)).effects)).toEqual([])
	await asOwner(database, 'drop schema plaudit cascade')
	const { plan, effects } = await readPending(database.owner, folder)
	expect([plan.schema.length > 0, effects]).toEqual([true, []])
})
