import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { migrate } from './migrate.ts'
import { readSchemaFiles } from './schema-files.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-migrations-'))
	await cp(schemaFolder, folder, { recursive: true })
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

const late = 'migrations/0099_late.sql'
const later = 'migrations/0999_later.sql'
const last = 'migrations/1002_last.sql'
const write = (text: string) => writeFile(join(folder, late), text)

it('a new migration is applied once, also one with a number below those that are there', async () => {
	await writeFile(join(folder, later), 'create table plaudit.first ()')
	expect(await migrate(database.owner, folder)).toEqual([later])
	await write('create table plaudit.late ()')
	expect(await migrate(database.owner, folder)).toEqual([late])
	expect(await migrate(database.owner, folder)).toEqual([])
	await rm(join(folder, later))
	await asOwner(database, 'delete from plaudit.migrations where name = $1', [later])
})

it('a database with a migration that was changed since, or that is not known, is refused', async () => {
	await write('create table plaudit.other ()')
	await expect(migrate(database.owner, folder)).rejects.toThrow(`db/${late} was changed`)
	await rm(join(folder, late))
	await expect(migrate(database.owner, folder)).rejects.toThrow('Run a newer version')
	await write('create table plaudit.late ()')
})

it('an applied baseline may be commented, and neither changed nor extended', async () => {
	const table = join(folder, 'schema/product/8-operations.sql')
	const text = await readFile(table, 'utf8')
	await writeFile(table, `-- More words.\n\n${text}`)
	expect(await migrate(database.owner, folder)).toEqual([])
	await writeFile(table, `${text}create table private.more ();`)
	await expect(migrate(database.owner, folder)).rejects.toThrow('8-operations.sql was changed')
	await writeFile(table, text)
	await writeFile(join(folder, 'schema/product/9-more.sql'), 'create table private.more ()')
	await expect(migrate(database.owner, folder)).rejects.toThrow('does not have db/schema/product/9-more.sql')
	await rm(join(folder, 'schema/product/9-more.sql'))
})

it('a failed migration is undone, and those before it stay', async () => {
	const earlier = 'migrations/0998_earlier.sql'
	await writeFile(join(folder, earlier), 'create table plaudit.earlier ()')
	await writeFile(join(folder, later), 'create table plaudit.first2 (); select 1 / 0')
	await expect(migrate(database.owner, folder)).rejects.toThrow(`db/${later} failed: division by zero`)
	const made = "select to_regclass('plaudit.earlier') as earlier, to_regclass('plaudit.first2') as later"
	expect(await asOwner(database, made)).toEqual([{ earlier: 'plaudit.earlier', later: null }])
	await writeFile(join(folder, later), 'create table plaudit.first2 ()')
	expect(await migrate(database.owner, folder)).toEqual([later])
	for (const name of [earlier, later]) {
		await rm(join(folder, name))
		await asOwner(database, 'delete from plaudit.migrations where name = $1', [name])
	}
	expect(await migrate(database.owner, folder)).toEqual([])
})

it('a single migration that fails leaves no function that was made for it', async () => {
	await writeFile(join(folder, later), 'select 1 / 0')
	await writeFunction('added', 'private.added() returns int', 'select 1')
	await expect(migrate(database.owner, folder)).rejects.toThrow(`db/${later} failed: division by zero`)
	expect(await asOwner(database, "select to_regproc('private.added')")).toEqual([{ to_regproc: null }])
	await rm(join(folder, later))
	await rm(join(folder, 'functions/private/added.sql'))
})

describe('a function', () => {
	const call = async () => (await asOwner<{ n: unknown }>(database, 'select private.f(1) as n'))[0]
	const holders = async () =>
		(
			await asOwner<{ role: string }>(
				database,
				`select a.grantee::regrole::text as role from pg_proc p, aclexplode(p.proacl) a
				where p.oid = 'private.f(int)'::regprocedure and a.grantee <> p.proowner order by 1`,
			)
		).map(({ role }) => role)

	it('a function exists before the first migration that needs it', async () => {
		await writeFunction('f', 'private.f(n int) returns int', 'select n + private.g()')
		await writeFunction('g', 'private.g() returns int', 'select 1')
		await writeFunction('of_row', 'private.of_row(r private.pairs) returns int', 'select r.a')
		await writeFile(join(folder, later), 'create table private.pairs (a int, b int default private.f(1))')
		expect(await migrate(database.owner, folder)).toEqual([
			later,
			'functions/private/f.sql',
			'functions/private/g.sql',
			'functions/private/of_row.sql',
		])
		expect(await call()).toEqual({ n: 2 })
	})

	it('a function is replaced when its file changes, and keeps the operator’s grants', async () => {
		const grant = 'grant execute on function private.f(int) to anon, authenticated'
		await writeFunction('f', 'private.f(n int) returns int', 'select n + 10', grant)
		expect(await migrate(database.owner, folder)).toEqual(['functions/private/f.sql'])
		expect([await call(), await holders()]).toEqual([{ n: 11 }, ['anon', 'authenticated']])
		await asOwner(
			database,
			`grant execute on function private.f(int) to pg_monitor;
			create function private.f(text) returns int language sql return 1; grant execute on function private.f(text) to anon`,
		)
		await writeFunction('f', 'private.f(n int) returns int', 'select n + 20')
		await migrate(database.owner, folder)
		expect([await call(), await holders()]).toEqual([{ n: 21 }, ['pg_monitor']])
		const other = "select has_function_privilege('anon', 'private.f(text)', 'execute') as may"
		expect(await asOwner(database, other)).toEqual([{ may: true }])
	})

	it('a function with another result or other parameters needs a migration that drops the old one', async () => {
		const drop = 'db/migrations has to drop the old one first, with: drop function private.of_row(private.pairs);'
		await writeFunction('of_row', 'private.of_row(r private.pairs) returns text', "select 'a'")
		await expect(migrate(database.owner, folder)).rejects.toThrow(
			`of_row.sql failed: cannot change return type of existing function. A function with other parameters or another result is a new one: a file in ${drop}`,
		)
		await writeFunction('of_row', 'private.of_row(r int) returns int', 'select r')
		await expect(migrate(database.owner, folder)).rejects.toThrow(drop)
		const migration = 'migrations/1000_of_row.sql'
		await writeFile(join(folder, migration), 'drop function private.of_row(private.pairs)')
		expect(await migrate(database.owner, folder)).toEqual([migration, 'functions/private/of_row.sql'])
	})

	it('a function whose file is gone is forgotten once a migration has dropped it', async () => {
		await rm(join(folder, 'functions/private/of_row.sql'))
		const migration = 'migrations/1001_of_row.sql'
		await writeFile(join(folder, migration), 'drop function private.of_row(int)')
		expect(await migrate(database.owner, folder)).toEqual([migration])
		const noted = "select from plaudit.migrations where name ~ 'of_row.sql' and name ~ 'functions'"
		expect(await asOwner(database, noted)).toEqual([])
	})

	it('a function of a newer version is not replaced by an older one', async () => {
		await asOwner(database, "update plaudit.migrations set version = '10.2.0' where name = 'functions/private/f.sql'")
		expect(await migrate(database.owner, folder)).toEqual([])
		await writeFunction('f', 'private.f(n int) returns int', 'select 0')
		await expect(migrate(database.owner, folder)).rejects.toThrow('The database is of Plaudit 10.2.0')
		expect(await call()).toEqual({ n: 21 })
	})

	it('a function that an operator had before Plaudit is not replaced', async () => {
		await asOwner(database, 'create function private.h() returns int language sql return 1')
		await writeFunction('h', 'private.h() returns int', 'select 2')
		await asOwner(database, "update plaudit.migrations set version = '0.1.0'")
		await expect(migrate(database.owner, folder)).rejects.toThrow(
			'db/functions/private/h.sql failed. This function was there before Plaudit: rename it',
		)
		await asOwner(database, 'drop function private.h()')
		const name = `test_${randomUUID().replaceAll('-', '')}`
		const other = { ...database, owner: { ...database.owner, database: name } }
		await asOwner(database, `create database ${name}`)
		await asOwner(other, 'create function public.my_sessions() returns int language sql return 1')
		await expect(migrate(other.owner, schemaFolder)).rejects.toThrow(
			'This function was there before Plaudit: rename it',
		)
		expect(await asOwner(other, 'select public.my_sessions()')).toEqual([{ my_sessions: 1 }])
		await asOwner(
			other,
			'drop function public.my_sessions(); create function public.my_sessions(int) returns int language sql return 1',
		)
		expect((await migrate(other.owner, schemaFolder)).length).toBeGreaterThan(100)
		await asOwner(database, `drop database ${name} with (force)`)
	})
})

describe('a view', () => {
	const file = 'views/public/counted_forms.sql'
	const write = (columns: string, grants = '') =>
		writeFile(join(folder, file), `create or replace view public.counted_forms as select ${columns};\n${grants}`)
	const read = () => asOwner(database, 'select * from public.counted_forms')
	beforeAll(() => migrate(database.owner, folder))

	it('a view is made beside a function that takes its rows, and replaced when its file changes, with the grants of the file', async () => {
		await write('1 as n', 'grant select on public.counted_forms to anon')
		await writeFunction('counted', 'private.counted(f public.counted_forms) returns int', 'select f.n')
		expect(await migrate(database.owner, folder)).toEqual(['functions/private/counted.sql', file])
		await write('2 as n, 6 as m')
		expect(await migrate(database.owner, folder)).toEqual([file])
		expect(await read()).toEqual([{ n: 2, m: 6 }])
		expect(
			await asOwner(database, "select has_table_privilege('anon', 'public.counted_forms', 'select') as may"),
		).toEqual([{ may: false }])
	})

	it('a view that loses a column is refused with the statement that a migration needs', async () => {
		await write('2 as m')
		await expect(migrate(database.owner, folder)).rejects.toThrow(
			/has to drop the view, with: drop view public.counted_forms;/,
		)
		expect(await read()).toEqual([{ n: 2, m: 6 }])
		await rm(join(folder, file))
		await rm(join(folder, 'functions/private/counted.sql'))
		expect(await migrate(database.owner, folder)).toEqual([])
	})
})

async function writeFunction(name: string, head: string, body: string, grant = ''): Promise<void> {
	const text = `create or replace function ${head} language sql stable as $$ ${body} $$;\n${grant}`
	await writeFile(join(folder, `functions/private/${name}.sql`), text)
}

it('two processes that start on an empty database apply everything once', async () => {
	const name = `test_${randomUUID().replaceAll('-', '')}`
	await asOwner(database, `create database ${name}`)
	const owner = { ...database.owner, database: name }
	const applied = await Promise.all([migrate(owner, schemaFolder), migrate(owner, schemaFolder)])
	const { schema, functions, views, migrations } = await readSchemaFiles(schemaFolder)
	const all = [...schema, ...migrations, ...functions, ...views].map((file) => file.name)
	expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], all])
	await asOwner(database, `drop database ${name} with (force)`)
})

describe('while another process holds the lock of the migrations', () => {
	let holder: pg.Client
	const written: string[] = []
	const wait = { log: (line: string) => written.push(line), reportAfter: 0, giveUpAfter: 300 }
	beforeAll(async () => {
		await migrate(database.owner, folder)
		holder = new pg.Client({ ...database.owner, application_name: 'plaudit-migrate' })
		await holder.connect()
		await holder.query('select pg_advisory_lock(7268432)')
	})
	afterAll(() => holder.end())

	it('an up-to-date database starts without waiting for the lock', async () => {
		expect(await migrate(database.owner, folder, wait)).toEqual([])
		expect(written).toEqual([])
	})

	it('a pending migration waits with a line that names the holder and since when, and is refused in the end', async () => {
		await writeFile(join(folder, last), 'create table plaudit.awaited ()')
		const { rows } = await holder.query('select pg_backend_pid() as pid')
		const named = `PostgreSQL process ${rows[0].pid}, plaudit-migrate`
		await expect(migrate(database.owner, folder, wait)).rejects.toThrow(`not free within 0.3 s: ${named} holds it`)
		expect(written).toEqual([
			expect.stringMatching(new RegExp(`${named} holds since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC …$`)),
		])
		await holder.query('select pg_advisory_unlock_all()')
		expect(await migrate(database.owner, folder, wait)).toEqual([last])
	})
})
