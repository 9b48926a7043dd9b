import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let folder: string
let request: pg.Client
const log = vi.fn()
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-former-'))
	await cp(schemaFolder, folder, { recursive: true })
	await writeFunction('n int')
	await migrate(database.owner, folder)
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
	log.mockClear()
	request = new pg.Client(database.owner)
	await request.connect()
	await request.query('begin')
})
afterEach(() => request.end())

const writeFunction = (parameters: string) =>
	writeFile(
		join(folder, 'functions/private/counted_up.sql'),
		`create or replace function private.counted_up(${parameters}) returns int language plpgsql set search_path = '' as $$ begin return n + 1; end $$;`,
	)
const drop = (number: number, text: string) => writeFile(join(folder, `migrations/${number}_former.sql`), text)
const functions = async () => {
	const rows = await asOwner<{ found: string }>(
		database,
		`select p.oid::regprocedure::text as found from pg_proc p
			where p.proname = 'counted_up' or p.proname like 'former\\_%' and p.pronamespace = 'plaudit'::regnamespace order by 1`,
	)
	return rows.map(({ found }) => found)
}
/** A request has looked a function up, and takes a lock before it runs it, with which it hears of changes. */
const declare = 'declare counted cursor for select private.counted_up(1) as n'

it('a request that has looked a function up goes on after an update has put one with other parameters in its place', async () => {
	await request.query(declare)
	await writeFunction('n int, step int default 1')
	await drop(2001, 'drop function if exists private.counted_up(int);')
	const migrated = migrate(database.owner, folder, { log })
	await vi.waitFor(async () => expect(await functions()).toContain('private.counted_up(integer,integer)'), {
		timeout: 20_000,
	})
	await request.query('select from plaudit.migrations limit 1')
	expect((await request.query('fetch counted')).rows).toEqual([{ n: 2 }])
	expect((await request.query('select private.counted_up(2) as n')).rows).toEqual([{ n: 3 }])
	await request.query('commit')
	expect(await migrated).toEqual(['migrations/2001_former.sql', 'functions/private/counted_up.sql'])
	expect(await functions()).toEqual(['private.counted_up(integer,integer)'])
	expect(log).not.toHaveBeenCalled()
})

it('nobody calls a former function by its name, and the next start drops one that a long request kept', async () => {
	await request.query('select from plaudit.migrations limit 1')
	await writeFunction('n int, step int default 1, highest int default 9')
	await drop(2002, 'drop function private.counted_up(int, int)')
	await migrate(database.owner, folder, { log })
	expect(await functions()).toEqual([
		expect.stringMatching(/^plaudit\.former_\d+\(integer,integer\)$/),
		'private.counted_up(integer,integer,integer)',
	])
	await request.query('commit')
	expect(await migrate(database.owner, folder, { log })).toEqual([])
	expect(await functions()).toEqual(['private.counted_up(integer,integer,integer)'])
})

it('a function that an object of the operator calls is not replaced by one with other parameters', async () => {
	await asOwner(database, 'create view public.own_count as select private.counted_up(1, 1, 1) as n')
	await writeFunction('n int, step int default 1, highest int default 9, lowest int default 0')
	await drop(2003, 'drop function private.counted_up(int, int, int)')
	await expect(migrate(database.owner, folder, { log })).rejects.toThrow('other objects depend on it')
	expect(await functions()).toEqual(['private.counted_up(integer,integer,integer)'])
	await asOwner(database, 'drop view public.own_count')
	await request.query('commit')
	await migrate(database.owner, folder, { log })
	expect(await functions()).toEqual(['private.counted_up(integer,integer,integer,integer)'])
})
