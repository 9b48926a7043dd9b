import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
	await asOwner(
		app.database,
		`set search_path = "$user", public, extensions;
		create extension citext schema extensions;
		create extension ltree;
		create extension pg_trgm schema extensions;
		create extension hstore schema app;
		create extension tablefunc;
		create table app.people (id int primary key, email extensions.citext not null unique, path public.ltree not null);
		create table public.own_people (like app.people including all);
		create function app.alike(name text) returns setof app.people language sql stable as
			'select * from app.people where similarity(email::text, $1) > 0.9 and email::text % $1';
		create function public.own_alike(name text) returns setof public.own_people language sql stable as
			'select * from public.own_people where similarity(email::text, $1) > 0.9 and email::text % $1';
		insert into app.people values (1, 'Ada@Example.test', 'staff.dev'), (2, 'grace@example.test', 'guests');
		insert into public.own_people select * from app.people;
		grant select, insert, update, delete on app.people, public.own_people to anon, authenticated, service_role;
		grant execute on function app.alike, public.own_alike to anon, authenticated, service_role;
		notify pgrst, 'reload schema'`,
	)
})
afterAll(() => app.close())

const tables = [
	['app', 'people', 'alike'],
	['public', 'own_people', 'own_alike'],
] as const

async function callers() {
	const { client } = await app.person()
	return [app.client(), client, app.admin()]
}

it.each(tables)(
	'columns of citext and ltree in %s are compared by their own operators, for every role',
	async (schema, table, find) => {
		for (const client of await callers()) {
			const rows = () => client.schema(schema).from(table).select('id').order('id')
			const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
				const { data, error } = await query
				expect(error).toBeNull()
				return (data as { id: number }[] | null)?.map(({ id }) => id)
			}
			expect(await ids(rows().eq('email', 'ADA@example.TEST'))).toEqual([1])
			expect(await ids(rows().neq('email', 'ADA@example.TEST'))).toEqual([2])
			expect(await ids(rows().in('email', ['ADA@EXAMPLE.TEST', 'GRACE@EXAMPLE.TEST']))).toEqual([1, 2])
			expect(await ids(rows().like('email', 'ada@%'))).toEqual([1])
			expect(await ids(rows().eq('path', 'staff.dev'))).toEqual([1])
			expect(await ids(rows().containedBy('path', 'staff' as never))).toEqual([1])
			expect(await ids(client.schema(schema).rpc(find, { name: 'ada@example.test' }).select('id'))).toEqual([1])
			const changed = client.schema(schema).from(table)
			const upsert = { id: 2, email: 'GRACE@example.test', path: 'guests' }
			expect((await changed.upsert(upsert, { onConflict: 'email' })).error).toBeNull()
			expect((await changed.insert({ ...upsert, id: 3 })).error?.code).toBe('23505')
		}
	},
)

it('functions that run SQL from their arguments stay closed, also in an exposed schema', async () => {
	const role = `select set_config('role', 'service_role', true), 'a', current_user::text`
	for (const client of await callers())
		for (const name of ['crosstab', 'connectby', 'normal_rand']) {
			const { error } = await client.rpc(name, { '': role })
			expect(error).not.toBeNull()
		}
	const grants = await asOwner<{ name: string }>(
		app.database,
		`select p.oid::regprocedure::text as name from pg_proc p join pg_depend d on d.objid = p.oid and d.deptype = 'e'
		join pg_extension e on e.oid = d.refobjid
		where e.extname = 'tablefunc' and has_function_privilege('anon', p.oid, 'execute')`,
	)
	expect(grants).toEqual([])
})

it('an update of an extension grants its new functions', async () => {
	const open = `select count(*)::int as open from pg_proc p join pg_depend d on d.objid = p.oid and d.deptype = 'e'
		join pg_extension e on e.oid = d.refobjid where e.extname = 'hstore' and has_function_privilege('anon', p.oid, 'execute')`
	const [before] = await asOwner<{ open: number }>(app.database, open)
	expect(before?.open).toBeGreaterThan(50)
	await asOwner(
		app.database,
		`drop extension hstore; create extension hstore schema app version '1.4'; alter extension hstore update`,
	)
	const [after] = await asOwner<{ open: number }>(app.database, open)
	expect(after?.open).toBe(before?.open)
})

it('a user without rights on an extension may create it, and the grants of others are left alone', async () => {
	await asOwner(
		app.database,
		`create role extension_maker; do $$ begin execute format('grant create on database %I to extension_maker', current_database()); end $$;
		grant usage, create on schema public to extension_maker; set role extension_maker; create extension unaccent schema public; reset role;
		drop extension unaccent; revoke all on schema public from extension_maker;
		do $$ begin execute format('revoke all on database %I from extension_maker', current_database()); end $$;
		drop role extension_maker`,
	)
})
