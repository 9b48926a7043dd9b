import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { lockTimes } from './take-locks.ts'

let database: TestDatabase
let folder: string
let request: pg.Client
const log = vi.fn()
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-busy-'))
	await cp(schemaFolder, folder, { recursive: true })
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
	log.mockClear()
	request = new pg.Client({ ...database.owner, application_name: 'a request' })
	await request.connect()
	await request.query('begin')
})
afterEach(() => request.end())

const add = (number: number, text: string) => writeFile(join(folder, `migrations/${number}_busy.sql`), text)

/** Resolves once a migration waits for a lock. */
async function waiting(): Promise<void> {
	const query =
		"select pid from pg_stat_activity where application_name = 'plaudit-migrate' and wait_event = 'relation' and datname = current_database()"
	await vi.waitFor(async () => expect(await asOwner(database, query)).toHaveLength(1), { interval: 5, timeout: 10_000 })
}

describe('a request that holds what a migration wants', () => {
	it('a request goes on to a table that an earlier migration of the same update changed', async () => {
		await add(2001, 'alter table public.forms add column busy_1 int')
		await add(
			2002,
			'alter table private.form_slugs add column busy_2 int; alter table private.receipts add column busy_2 int',
		)
		await request.query('select from private.receipts limit 1')
		const migrated = migrate(database.owner, folder, { log })
		await waiting()
		await request.query('select busy_1 from public.forms limit 1')
		await request.query('commit')
		expect(await migrated).toEqual(['migrations/2001_busy.sql', 'migrations/2002_busy.sql'])
	})

	it('a migration gives way to a request that wants its tables in the other order, and is tried again', async () => {
		await add(
			2003,
			'alter table private.form_slugs add column busy_3 int; alter table private.receipts add column busy_3 int',
		)
		await request.query('select from private.receipts limit 1')
		const migrated = migrate(database.owner, folder, { log, pause: async () => {} })
		await waiting()
		await request.query('select from private.form_slugs limit 1')
		await request.query('commit')
		expect(await migrated).toEqual(['migrations/2003_busy.sql'])
		expect(log.mock.calls[0]?.[0]).toMatch(
			/^db\/migrations\/2003_busy\.sql waits: .*private\.receipts.* It is tried again …$/,
		)
	})

	it('a migration whose locks are never free names the table and who holds it, and those before it stay', async () => {
		await add(2004, 'create table plaudit.busy_4 ()')
		await add(2005, 'alter table public.walls add column busy_5 int')
		await request.query('select from public.walls limit 1')
		const times = { ...lockTimes, first: 50 }
		await expect(migrate(database.owner, folder, { log, times, giveUpAfter: 200 })).rejects.toThrow(
			/^db\/migrations\/2005_busy\.sql was not applied, as its locks were not free within 0\.2 s: PostgreSQL process \d+, a request.* holds public\.walls since .* UTC\. .*pg_terminate_backend\(\d+\)\. Files before it stay/,
		)
		const held = "select to_regclass('plaudit.busy_4')::text as made"
		expect(await asOwner(database, held)).toEqual([{ made: 'plaudit.busy_4' }])
		await request.query('commit')
		expect(await migrate(database.owner, folder, { log })).toEqual(['migrations/2005_busy.sql'])
	})

	it('a view is locked before its tables, and keeps its owner', async () => {
		const owner =
			"select relowner::regrole::text as owner from pg_class where oid = 'public.public_testimonials'::regclass"
		const before = await asOwner(database, owner)
		const definition = await asOwner<{ text: string }>(
			database,
			"select pg_get_viewdef('public.public_testimonials') as text",
		)
		await add(
			2006,
			`alter table public.testimonials add column busy_6 int;
			create or replace view public.public_testimonials with (security_barrier = true) as ${definition[0]?.text}`,
		)
		await request.query('select from public.public_testimonials limit 1')
		const migrated = migrate(database.owner, folder, { log })
		await waiting()
		await request.query('select from public.testimonials limit 1')
		await request.query('commit')
		expect(await migrated).toEqual(['migrations/2006_busy.sql'])
		expect(await asOwner(database, owner)).toEqual(before)
	})
})
