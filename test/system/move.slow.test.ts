import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { embeddedOwner } from '#platform/pg/engine/embedded.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { type DebianCluster, startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

const settings: Record<string, string> = { RATE_LIMITS: 'off' }
const secret = 'only-for-this-run'
let server: Server
let space: TestSpace
let oldToken: string
let places = 0
/** The shape of the source, which each move keeps. */
let prepared: unknown[]

type Moved = {
	to: string
	setting: string | null
	tables: { name: string; rows: number; hash: string }[]
	rows: number
	seconds: number
}
const move = async (to: string): Promise<Moved> =>
	JSON.parse(await plaudit(server, ['move', '--to', to, '--json'], settings))
/** Runs SQL as the owner of the database that the server uses; an embedded one runs as long as its server. */
const sql = async (text: string) => {
	const { DATABASE_URL: url } = settings
	const owner = url ? parseDatabaseUrl(url) : embeddedOwner(server.dataDir)
	return (await withClient(owner, (client) => client.query(text))).rows
}
/** The parts that a load takes off and puts on again: indexes, constraints, triggers and forced row-level security. */
const shape = `select format('%s %s', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)) as line from pg_index i join pg_class c on c.oid = i.indrelid
		join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^(pg_|information_schema)'
	union all
	select format('%s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
		join pg_namespace n on n.oid = k.connamespace where k.contype in ('c', 'f', 'p', 'u', 'x') and n.nspname !~ '^(pg_|information_schema)'
	union all
	select format('%s %s', t.tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t where not t.tgisinternal
	union all
	select format('%s %s', c.oid::regclass, c.relforcerowsecurity) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)'
	order by 1`
/** Tables that a sign-in and a submission do not change, so that they are the same after a move there and one back. */
const untouched = /^(app|storage)\.|^public\.(forms|space_members|spaces|walls)$/
/** Makes room for the embedded database to come back. */
const setAside = () => rename(join(server.dataDir, 'postgres'), join(server.dataDir, `postgres.was-${++places}`))

beforeAll(async () => {
	server = await startServer(settings)
	space = await makeSpace(server.url)
	const { id } = await submitTestimonial(server.url, space, { author: { name: 'Ines Castellanos' } })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const { data } = await space.client.auth.getSession()
	oldToken = data.session?.access_token ?? ''
	const face = `${data.session?.user.id}/face.png`
	const upload = await space.client.storage.from('avatars').upload(face, onePixel, { contentType: 'image/png' })
	expect(upload.error).toBeNull()
	await mkdir(join(server.dataDir, 'migrations'), { recursive: true })
	await writeFile(
		join(server.dataDir, 'migrations', '001_notes.sql'),
		`create table app.notes (
			id bigint generated always as identity primary key, parent bigint references app.notes, owner uuid references auth.users on delete cascade,
			body text not null, loud text generated always as (upper(body)) stored, ratio double precision, at timestamptz default now(), raw bytea
		);
		create table app.kinds (name text primary key, favourite bigint references app.notes deferrable initially deferred);
		alter table app.notes add kind text references app.kinds;
		create function app.refuse() returns trigger language plpgsql volatile as $$ begin raise exception 'notes are closed'; end $$;
		insert into app.kinds values ('plain');
		insert into app.notes (body, ratio, raw, kind) select E'tab\\t, line\\n, back\\\\slash, "quotes", 🙂 ' || n, n / 3.0, sha256(n::text::bytea), 'plain' from generate_series(1, 3000) n;
		insert into app.notes (parent, body) select id, repeat('long ', 50000) from app.notes where id <= 3;
		update app.kinds set favourite = 7;
		create trigger refuse before insert or update on app.notes for each row execute function app.refuse();
		create trigger quiet before update on app.notes for each row execute function app.refuse();
		alter table app.notes disable trigger quiet, enable always trigger refuse;
		create index notes_loud on app.notes (loud) where kind is not null;
		create materialized view app.counts as select kind, count(*) from app.notes group by kind;`,
	)
	await plaudit(server, ['migrate'])
	prepared = await sql(shape)
	await server.end()
})
afterAll(() => server?.stop())

/** The services that visitors and the owner of the space need of a moved installation. */
async function requireService(): Promise<void> {
	const fresh = officialClient(server.url, await fetchAnonKey(server.url))
	const { error } = await fresh.auth.signInWithPassword({ email: space.email, password: space.password })
	expect(error).toBeNull()
	const old = await fetch(`${server.url}/auth/v1/user`, {
		headers: { apikey: await fetchAnonKey(server.url), authorization: `Bearer ${oldToken}` },
	})
	expect(old.status).toBe(200)
	const wall = await fetch(`${server.url}/functions/v1/wall?id=${space.wallId}`)
	expect(JSON.stringify(await wall.json())).toContain('Ines Castellanos')
	await submitTestimonial(server.url, space)
	const { count } = await fresh.from('testimonials').select('*', { count: 'exact', head: true }).throwOnError()
	expect(count).toBeGreaterThan(1)
	const { data: me } = await fresh.auth.getUser()
	expect((await fetch(`${server.url}/storage/v1/object/public/avatars/${me.user?.id}/face.png`)).status).toBe(200)
}

describe.runIf(existsSync('/usr/lib/postgresql/15/bin/postgres')).each([
	['a superuser', 'superuser'],
	['an owner who may create roles alone', 'createrole createdb'],
])('from the embedded PostgreSQL to PostgreSQL 15 with %s, and back', (_, rights) => {
	let cluster: DebianCluster
	let url: string
	let there: Moved
	beforeAll(async () => {
		cluster = await startDebianCluster()
		await withClient(cluster.owner, async (client) => {
			await client.query(`create role keeper login ${rights} password '${secret}'`)
			await client.query('create database praise owner keeper')
		})
		url = `postgres://keeper:${secret}@127.0.0.1:${cluster.port}/praise`
	})
	afterAll(() => cluster?.stop())

	it('a database is moved, and has the same indexes, constraints and triggers', async () => {
		there = await move(url)
		expect(there.setting).toBe(`DATABASE_URL=postgres://keeper@127.0.0.1:${cluster.port}/praise`)
		expect(there.tables.find(({ name }) => name === 'app.notes')?.rows).toBe(3003)
		expect(there.rows).toBe(there.tables.reduce((sum, { rows }) => sum + rows, 0))
		settings.DATABASE_URL = url
		expect(await sql(shape)).toEqual(prepared)
	})

	it('the moved database serves: an old password and token, the wall, a submission, files and tables of the operator', async () => {
		await server.restart()
		await requireService()
		expect(server.output()).not.toMatch(/"level":(40|50|60)/)
		await server.end()
		const facts = `select (select max(id) from app.notes) <= (select last_value from app.notes_id_seq) as follows,
			(select count from app.counts where kind = 'plain')::int as plain, (select favourite from app.kinds)::int as favourite`
		expect(await sql(facts)).toEqual([{ follows: true, plain: 3000, favourite: 7 }])
		await expect(sql("insert into app.notes (body) values ('x')")).rejects.toThrow('notes are closed')
		await expect(sql('delete from app.kinds')).rejects.toThrow('violates foreign key constraint')
		const loose = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'plaudit') and c.relkind in ('r', 'p')
				and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`
		expect((await sql(loose)).map(({ name }: { name: string }) => name)).toEqual([
			'plaudit.migrations',
			'plaudit.own_migrations',
			'plaudit.own_tables_grant',
		])
	})

	it('what was written there comes back into the embedded database, which serves; other tables are equal', async () => {
		await setAside()
		const back = await move('embedded')
		expect(back).toMatchObject({ to: 'embedded', setting: null })
		expect(existsSync(join(server.dataDir, 'postgres.moving'))).toBe(false)
		const equal = there.tables.filter(({ name }) => untouched.test(name))
		expect(back.tables).toEqual(expect.arrayContaining(equal))
		expect(equal.length).toBeGreaterThan(8)
		expect(back.rows).toBeGreaterThan(there.rows)
		delete settings.DATABASE_URL
		await server.restart()
		await requireService()
		expect(await sql(shape)).toEqual(prepared)
		expect(await sql('select count(*)::int as notes from app.notes')).toEqual([{ notes: 3003 }])
		await server.end()
	})
})

const onePixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)
