import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { syncOwnTablesGrant } from '#platform/pg/migrations/own-tables-grant.ts'
import { readConfig } from '#server/settings.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import * as catalogue from './policy-catalogue.ts'

const callers = ['anon', 'authenticated', 'service_role']

describe('with OWN_TABLES_GRANT=supabase', () => {
	let database: TestDatabase
	let own: pg.Client
	beforeAll(async () => {
		database = await createTestDatabase()
		own = new pg.Client(database.owner)
		await own.connect()
		await own.query("set plaudit.own_tables = 'on'")
	})
	beforeEach(async () => {
		expect(await syncOwnTablesGrant(database.owner, 'supabase')).toBe(true)
	})
	afterAll(async () => {
		await own.end()
		await database.drop()
	})

	/** Callers that hold every privilege on a table, sequence or function; undefined when they hold only some. */
	async function holders(name: string): Promise<string[]> {
		const { rows } = await own.query<{ role: string }>(
			`with o as (
				select coalesce(c.relacl, acldefault('r', c.relowner)) as acl, c.relkind::text as kind from pg_class c where c.oid = to_regclass($1)
				union all select coalesce(p.proacl, acldefault('f', p.proowner)), 'f' from pg_proc p where p.oid = to_regproc($1))
			select a.grantee::regrole::text as role from o, aclexplode(o.acl) a where a.grantee::regrole::text = any ($2)
			group by a.grantee, o.kind
			having count(*) >= case o.kind when 'f' then 1 when 'S' then 3 else 7 end order by 1`,
			[name, callers],
		)
		return rows.map(({ role }) => role)
	}

	it('OWN_TABLES_GRANT grants tables, sequences, views and functions in app, whichever client creates them', async () => {
		await asOwner(
			database,
			`create table app.notes (id serial primary key); create view app.all_notes as select * from app.notes;
			create function app.now() returns int language sql stable return 1`,
		)
		for (const name of ['notes', 'notes_id_seq', 'all_notes', 'now'])
			expect([name, await holders(`app.${name}`)]).toEqual([name, callers])
	})

	it('OWN_TABLES_GRANT grants objects that an operator’s session creates in public', async () => {
		await own.query(
			`create table public.own_a (id bigint generated always as identity primary key, s serial);
			create table public.own_b as select 1 as n;
			create view public.own_c as select 1 as n; create materialized view public.own_d as select 1 as n;
			alter table public.own_b add column more serial;
			create function public.own_e() returns int language sql stable return 1;
			create procedure public.own_f() language sql as 'select 1';
			create aggregate public.own_g(int) (sfunc = int4pl, stype = int);
			create sequence public.own_h; do $$ begin create table public.own_i (); end $$`,
		)
		await own.query('select 1 as n into public.own_j')
		for (const name of [
			'own_a',
			'own_a_s_seq',
			'own_b',
			'own_b_more_seq',
			'own_c',
			'own_d',
			'own_e',
			'own_f',
			'own_g',
			'own_h',
			'own_i',
			'own_j',
		])
			expect([name, await holders(`public.${name}`)]).toEqual([name, callers])
	})

	it('objects that are replaced, altered or moved to public keep their grants', async () => {
		await own.query(
			`create function public.own_shut() returns int language sql stable return 1;
			revoke all on function public.own_shut() from anon, authenticated, service_role;
			create or replace function public.own_shut() returns int language sql stable return 2;
			create table public.own_closed (id int); revoke all on public.own_closed from anon, authenticated, service_role;
			create table if not exists public.own_closed (id int);
			alter table public.own_closed add column n int;
			create schema elsewhere; create table elsewhere.moved (); alter table elsewhere.moved set schema public`,
		)
		for (const name of ['own_shut', 'own_closed', 'moved'])
			expect([name, await holders(`public.${name}`)]).toEqual([name, []])
	})

	it('OWN_TABLES_GRANT does not change the grants of an extension’s functions in public', async () => {
		await own.query('create extension if not exists pgcrypto with schema public')
		expect(await holders('public.gen_random_bytes')).toEqual([])
		await own.query('drop extension pgcrypto')
	})

	it('OWN_TABLES_GRANT grants nothing in other schemas and other sessions', async () => {
		await own.query('create schema if not exists other; create table other.t ()')
		await asOwner(database, 'create table public.own_by_hand ()')
		expect(await holders('other.t')).toEqual([])
		expect(await holders('public.own_by_hand')).toEqual([])
	})

	it('after OWN_TABLES_GRANT returns to none, new tables get no grants and existing tables keep theirs', async () => {
		await own.query('create table app.before (); create table public.own_before ()')
		await syncOwnTablesGrant(database.owner, 'none')
		await own.query('create table app.after (); create table public.own_after ()')
		expect(await holders('app.before')).toEqual(callers)
		expect(await holders('public.own_before')).toEqual(callers)
		expect(await holders('app.after')).toEqual([])
		expect(await holders('public.own_after')).toEqual([])
		expect(await catalogue.unexpectedDefaultGrants(own)).toEqual([])
	})
})

describe('Plaudit’s own tables', () => {
	let database: TestDatabase
	let owner: pg.Client
	let folder: string
	beforeAll(async () => {
		database = await createTestDatabase()
		folder = await mkdtemp(join(tmpdir(), 'plaudit-grants-'))
		await syncOwnTablesGrant(database.owner, 'supabase')
		owner = new pg.Client(database.owner)
		await owner.connect()
	})
	afterAll(async () => {
		await owner.end()
		await database.drop()
		await rm(folder, { recursive: true })
	})
	const findings = async () => [
		...(await catalogue.unclassifiedFunctions(owner)),
		...(await catalogue.unexpectedGrants(owner)),
		...(await catalogue.tablesWithoutRls(owner)),
	]

	it('Plaudit’s own tables hold exactly the grants of the matrix with OWN_TABLES_GRANT on', async () => {
		expect(await findings()).toEqual([])
	})

	it('Plaudit’s own tables keep their grants when an operator’s session replaces or alters them', async () => {
		const client = new pg.Client(database.owner)
		await client.connect()
		await client.query("set plaudit.own_tables = 'on'")
		const { rows } = await client.query<{ text: string }>(
			`select pg_get_functiondef(p.oid) as text from pg_proc p
			where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
			union all select format('create or replace view public.%I with (%s) as %s', c.relname, array_to_string(c.reloptions, ','),
				pg_get_viewdef(c.oid)) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`,
		)
		expect(rows.length).toBeGreaterThan(10)
		for (const { text } of rows) await client.query(text.replace('with ()', ''))
		await client.query(
			'create table if not exists public.testimonials (); alter table public.forms add column more int; alter table public.forms drop column more',
		)
		await client.end()
		expect(await findings()).toEqual([])
	})

	it('tables of a later version are granted to no caller, even where the role’s own setting marks its sessions', async () => {
		await cp(schemaFolder, folder, { recursive: true })
		await writeFile(
			join(folder, 'migrations', '0999_later.sql'),
			`create table public.later (id serial primary key); alter table public.later enable row level security;
			alter table public.later force row level security; create view public.later_view as select 1 as n;
			create function public.later_function() returns int language sql stable return 1`,
		)
		const { database: name, user } = database.owner
		await owner.query(`alter role ${user} in database ${name} set plaudit.own_tables = 'on'`)
		expect(await migrate(database.owner, folder)).toEqual(['migrations/0999_later.sql'])
		expect(await catalogue.unclassifiedFunctions(owner)).toEqual(['not in the matrix: public.later_function '])
		expect(await catalogue.unexpectedGrants(owner)).toEqual([])
	})
})

it('default privileges set by an operator are not changed without OWN_TABLES_GRANT', async () => {
	const database = await createTestDatabase()
	await asOwner(database, 'alter default privileges in schema app grant select on tables to anon')
	await syncOwnTablesGrant(database.owner, 'none')
	await asOwner(database, 'create table app.notes ()')
	const [row] = await asOwner(database, "select has_table_privilege('anon', 'app.notes', 'select')")
	expect(row).toEqual({ has_table_privilege: true })
	await database.drop()
})

it('event triggers that the owner may not drop stay recorded, and each start warns until they are dropped', async () => {
	const database = await createTestDatabase()
	const { database: name } = database.owner
	const config = (setting: string) => readConfig({ DATA_DIR: `/nonexistent/${name}`, OWN_TABLES_GRANT: setting }).config
	await openOwnTables(config('supabase'), database.owner)
	await asOwner(
		database,
		`create role ${name} login bypassrls password 'only-for-this-run';
		grant usage on schema plaudit to ${name}; grant all on all tables in schema plaudit to ${name}; grant all on schema app to ${name}`,
	)
	const owner = { ...database.owner, user: name, password: 'only-for-this-run' }
	const start = () => openOwnTables(config('none'), owner)
	const warning = expect.stringContaining('may not drop the event triggers')
	expect((await start()).warnings).toEqual([warning])
	expect((await start()).warnings).toEqual([warning])
	expect((await openOwnTables(config('none'), database.owner)).warnings).toEqual([])
	expect((await start()).warnings).toEqual([])
	expect(await asOwner(database, 'select evtname from pg_event_trigger where evtname ~ $1', ['^own_'])).toEqual([])
	await asOwner(database, `drop owned by ${name}; drop role ${name}`)
	await database.drop()
})
