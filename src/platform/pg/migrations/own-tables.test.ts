import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { lockMigrations } from './migration-lock.ts'
import { openOwnTables, readOwnTables } from './own-tables.ts'

describe('migrations of the operator’s own', () => {
	let database: TestDatabase
	let folder: string
	beforeAll(async () => {
		database = await createTestDatabase()
	})
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-own-'))
		await mkdir(join(folder, 'migrations'))
		await asOwner(database, 'drop schema app cascade; create schema app; truncate plaudit.own_migrations')
		return () => rm(folder, { recursive: true })
	})
	afterAll(() => database.drop())

	const config = (more = {}) => readConfig({ DATA_DIR: folder, ...more }).config
	const write = (name: string, text: string | Uint8Array) => writeFile(join(folder, 'migrations', name), text)
	const start = () => openOwnTables(config(), database.owner)
	const tables = async () =>
		(
			await asOwner<{ name: string }>(
				database,
				"select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' order by 1",
			)
		).map(({ name }) => name)

	it('they are applied in the order of their names, once, and a new one also between others', async () => {
		await write('002_b.sql', 'alter table app.a rename to b;')
		await write('001_a.sql', '\ufeffcreate table app.a (id int); -- the first\ncreate table app.c ()')
		await write('notes.txt', 'not SQL')
		await write('.002_b.sql.swp', 'not SQL')
		expect(await start()).toEqual({ applied: ['001_a.sql', '002_b.sql'], warnings: [] })
		await write('0015_between.sql', 'create table app.d ()')
		expect((await start()).applied).toEqual(['0015_between.sql'])
		expect(await start()).toEqual({ applied: [], warnings: [] })
		expect(await tables()).toEqual(['b', 'c', 'd'])
	})

	it('a start with nothing to apply does not wait for the lock of the migrations', async () => {
		const holder = new pg.Client(database.owner)
		await holder.connect()
		await holder.query('begin')
		await lockMigrations(holder)
		expect(await start()).toEqual({ applied: [], warnings: [] })
		await holder.end()
	})

	it('one that was changed is refused in one line before any is applied', async () => {
		await write('001.sql', 'create table app.a ()')
		await start()
		await write('001.sql', 'create table app.a (id int)')
		await write('002.sql', 'create table app.b ()')
		await expect(start()).rejects.toThrow(/^The own migration 001\.sql was changed after .*$/)
		expect(await tables()).toEqual(['a'])
	})

	it('one that fails is named with its line and leaves nothing, those before it stay', async () => {
		await write('001.sql', 'create table app.a ()')
		await write('002.sql', 'create table app.b ();\n\nselect 1,\n  app.nothing();\ncreate table app.c ()')
		await expect(start()).rejects.toThrow('Own migration 002.sql, line 4: function app.nothing() does not exist')
		expect(await tables()).toEqual(['a'])
		expect((await readOwnTables(config(), database.owner)).pending).toMatchObject([{ name: '002.sql' }])
	})

	it.each([
		['begin;\ncreate table app.a ();\ncommit;', 'line 1: "begin" in a script that is one'],
		['create table app.a ();\ncommit', 'line 2: "commit" in a script that is one'],
		['create table app.a ();\nrollback and chain', 'line 2: "rollback and" in a script'],
		["create table app.a ();\nprepare transaction 'x'", 'line 2: "prepare transaction" in'],
		["create table app.a ();\nselect 'x", 'line 2: A string is not closed'],
		['copy app.a from stdin;\n1\n\\.\n', 'line 1: copy from stdin and to stdout are not taken'],
		['\n\\i other.sql', 'line 2: \\i is a command of psql'],
		['create table app.a ();\nset constraints all deferred; do $$begin commit; end$$', 'line 2: '],
		[new Uint8Array([0x27, 0xe9, 0x27]), 'x.sql is not UTF-8'],
	])('a file that is no whole transaction is refused (%#)', async (text, reason) => {
		await write('x.sql', text)
		await expect(start()).rejects.toThrow(reason)
		expect(await tables()).toEqual([])
	})

	it('a constraint that fails at the commit undoes its file', async () => {
		await write(
			'x.sql',
			`create table app.a (id int primary key);
			create table app.b (a int references app.a deferrable initially deferred); insert into app.b values (1)`,
		)
		await expect(start()).rejects.toThrow(/^Own migration x\.sql: insert .*violates foreign key/)
		expect(await tables()).toEqual([])
	})

	it('roles and settings that a file leaves behind do not reach the next', async () => {
		await write(
			'1.sql',
			"select set_config('search_path', '', false); grant create on schema app to anon; set role anon; create table app.a ()",
		)
		await write('2.sql', "create table app.b as select current_user as who, current_setting('search_path') as path")
		await start()
		const [row] = await asOwner<{ who: string; path: string }>(database, 'select * from app.b')
		expect(row).toEqual({ who: database.owner.user, path: '"$user", public' })
	})

	it('of nodes that start at once, one applies', async () => {
		await write('1.sql', 'create table app.a (); select pg_sleep(0.1)')
		await write('2.sql', 'create table app.b ()')
		const applied = (await Promise.all([start(), start(), start(), start()])).flatMap((one) => one.applied)
		expect(applied.sort()).toEqual(['1.sql', '2.sql'])
	})

	it('a file that disappeared is a warning', async () => {
		await write('1.sql', 'create table app.a ()')
		await start()
		await rm(join(folder, 'migrations'), { recursive: true })
		const { warnings } = await start()
		expect(warnings).toEqual([
			`the own migration 1.sql was applied and is no longer in ${folder}/migrations; what it made stays`,
		])
	})

	it('a folder that OWN_MIGRATIONS names has to be there', async () => {
		await write('1.sql', 'create table app.a ()')
		const named = (name: string) => config({ OWN_MIGRATIONS: join(folder, name) })
		await expect(openOwnTables(named('none'), database.owner)).rejects.toThrow(
			/^OWN_MIGRATIONS: there is no folder .*none/,
		)
		expect((await openOwnTables(named('migrations'), database.owner)).applied).toEqual(['1.sql'])
	})
})

it('a schema written for Supabase works in public as it stands, and row-level security holds there', async () => {
	const database = await createTestDatabase()
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-own-'))
	await mkdir(join(folder, 'migrations'))
	await writeFile(
		join(folder, 'migrations', '20260101000000_todos.sql'),
		`create table if not exists public.todos (id serial primary key, task text not null, is_shown boolean default true);
		alter table public.todos enable row level security;
		create policy "Allow anonymous access" on todos for all to anon using (is_shown) with check (is_shown);
		create table public.secrets (id int primary key); alter table public.secrets enable row level security;
		create or replace function public.count_todos() returns bigint language sql stable as $$ select count(*) from todos $$;`,
	)
	const { config } = readConfig({ DATA_DIR: folder, OWN_TABLES_GRANT: 'supabase' })
	await openOwnTables(config, database.owner)
	const app = await createTestApp({}, database)
	const anon = app.client()
	const made = await anon.from('todos').insert({ task: 'sail' }).select()
	expect(made.data).toEqual([{ id: 1, task: 'sail', is_shown: true }])
	expect((await anon.from('todos').insert({ task: 'x', is_shown: false })).error?.code).toBe('42501')
	expect((await anon.rpc('count_todos')).data).toBe(1)
	expect(await anon.from('secrets').select()).toMatchObject({ error: null, data: [] })
	expect((await anon.from('secrets').insert({ id: 1 })).error?.code).toBe('42501')
	expect((await app.admin().from('secrets').insert({ id: 1 })).error).toBeNull()
	// Plaudit's own tables answer as before.
	expect((await anon.from('testimonials').select()).error?.code).toBe('42501')
	await app.close()
	await rm(folder, { recursive: true })
	await database.drop()
})
