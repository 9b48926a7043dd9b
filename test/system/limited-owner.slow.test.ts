import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checks } from '#cli/doctor/doctor.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { roleStatements } from '#platform/pg/migrations/role-statements.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { startPgBouncer } from '#test/support/postgres/pgbouncer.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { subscribe } from '#test/support/realtime/inbox.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

/** Roles belong to a whole cluster, so each kind of owner gets one of its own. */
type Cluster = { admin: pg.ClientConfig; stop(): Promise<unknown> }

async function embedded18(): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-limited-'))
	const server = await startEmbedded(folder, 60)
	const rules = join(folder, 'postgres', 'pg_hba.conf')
	await writeFile(rules, 'local all postgres trust\n')
	await appendFile(rules, 'local all all scram-sha-256\n')
	await query(server.owner, 'select pg_reload_conf()')
	return {
		admin: server.owner,
		async stop() {
			await server.stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function debian15(): Promise<Cluster> {
	const { owner, stop } = await startDebianCluster()
	return { admin: owner, stop }
}

async function query(settings: pg.ClientConfig, text: string, values: unknown[] = []) {
	const client = new pg.Client(settings)
	await client.connect()
	try {
		// Several statements have a result each.
		const results = [await client.query(text, values)].flat()
		return results.at(-1)?.rows ?? []
	} finally {
		await client.end()
	}
}

const secret = 'only-for-this-run'
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }])
const clusters: [string, () => Promise<Cluster>][] = [
	['the embedded PostgreSQL 18', embedded18],
	...(existsSync('/usr/lib/postgresql/15/bin/postgres')
		? ([['PostgreSQL 15', debian15]] as [string, () => Promise<Cluster>][])
		: []),
]
const owners: [string, string, boolean][] = [
	['may create roles and databases alone', 'createrole createdb', false],
	['may create nothing and has prepared roles', 'nocreaterole nocreatedb', true],
]
const cases = clusters.flatMap(([where, start]) =>
	owners.map(([who, rights, isPrepared]) => ({ where, start, who, rights, isPrepared })),
)

describe.each(cases)('on $where with an owner who $who', ({ start, rights, isPrepared }) => {
	let cluster: Cluster
	let owner: pg.ClientConfig
	let settings: Record<string, string>
	let server: Server
	let space: TestSpace
	beforeAll(async () => {
		cluster = await start()
		await query(cluster.admin, `create role "plaudit owner" login ${rights} password '${secret}'`)
		await query(cluster.admin, 'create database praise owner "plaudit owner"')
		owner = { ...cluster.admin, user: 'plaudit owner', password: secret, database: 'praise' }
		const { host = '', port } = cluster.admin
		const address = host.startsWith('/') ? `localhost:${port}/praise?host=${host}` : `${host}:${port}/praise`
		settings = {
			DATABASE_URL: `postgres://plaudit%20owner:${secret}@${address}`,
			RATE_LIMITS: 'off',
			JWT_KEYS: keys,
		}
	})
	afterAll(async () => {
		await server?.stop()
		await cluster.stop()
	})

	it('an owner serves as soon as the roles are there, and is told before what is missing', async () => {
		if (isPrepared) {
			await expect(migrate(owner, schemaFolder)).rejects.toThrow(
				/^The user plaudit owner of DATABASE_URL cannot migrate: the roles anon, .* are missing;.*"plaudit roles"/,
			)
			const script = roleStatements(owner)
			expect(script).not.toContain(secret)
			await query({ ...cluster.admin, database: 'praise' }, `${script}${script}`)
		}
		server = await startServer(settings)
		expect(server.output()).not.toMatch(/"level":(40|50|60)/)
	})

	it('no role of Plaudit is a superuser or passes row-level security by an attribute, and every table forces it', async () => {
		const admin = { ...cluster.admin, database: 'praise' }
		const strong =
			"select rolname from pg_roles where (rolsuper or rolbypassrls) and rolname !~ '^pg_' and rolname <> $1"
		expect(await query(admin, strong, [cluster.admin.user])).toEqual([])
		const unforced = await query(
			admin,
			`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
			where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'plaudit') and c.relkind in ('r', 'p')
				and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
		)
		expect(unforced.map(({ name }) => name)).toEqual([
			'plaudit.migrations',
			'plaudit.own_migrations',
			'plaudit.own_tables_grant',
		])
		const open =
			"select oid::regprocedure::text as name from pg_proc where proname like 'submit_testimonial%' and not prosecdef"
		expect(await query(admin, open)).toEqual([])
	})

	it('an owner signs up, collects, moderates live, publishes and uploads', async () => {
		space = await makeSpace(server.url)
		const changes = await subscribe(space.client, { table: 'testimonials', filter: `space_id=eq.${space.spaceId}` })
		const { id } = await submitTestimonial(server.url, space, {
			author: { name: 'Ines Castellanos', email: 'ines@harbour.example' },
		})
		await changes.atLeast(1)
		expect(changes.items[0]).toMatchObject({ eventType: 'INSERT', new: { id } })
		await space.client.removeAllChannels()
		const wall = async () =>
			(await fetch(`${server.url}/functions/v1/wall?id=${space.wallId}`)).json() as Promise<{ items: unknown[] }>
		expect((await wall()).items).toEqual([])
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		expect((await wall()).items).toMatchObject([{ text: expect.stringContaining('it sings') }])
		const { data: me } = await space.client.auth.getUser()
		const path = `${me.user?.id}/face.png`
		const upload = await space.client.storage.from('avatars').upload(path, onePixel, { contentType: 'image/png' })
		expect(upload.error).toBeNull()
		expect((await fetch(`${server.url}/storage/v1/object/public/avatars/${path}`)).status).toBe(200)
	})

	it('a stranger and an anonymous visitor see nothing of the space', async () => {
		const stranger = await makeSpace(server.url)
		const anonymous = officialClient(server.url, await fetchAnonKey(server.url))
		for (const table of ['testimonials', 'forms', 'space_members', 'consents']) {
			const { data } = await stranger.client.from(table).select('space_id').eq('space_id', space.spaceId)
			expect([table, data]).toEqual([table, []])
			expect((await anonymous.from(table).select('*')).error?.code).toBe('42501')
		}
		const { error } = await stranger.client.rpc('erase_person', {
			space_id: space.spaceId,
			address: 'ines@harbour.example',
		})
		expect(error).not.toBeNull()
		await stranger.client.from('testimonials').update({ status: 'spam' }).eq('space_id', space.spaceId)
		const { data } = await space.client.from('testimonials').select('status').throwOnError()
		expect(data).toEqual([{ status: 'approved' }])
	})

	it('the service role reads and writes every row', async () => {
		const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'], settings))
		const service = officialClient(server.url, serviceRoleKey)
		const { data } = await service.from('testimonials').select('space_id').throwOnError()
		expect(data).toEqual([{ space_id: space.spaceId }])
		expect((await service.auth.admin.listUsers()).data.users).toHaveLength(2)
	})

	it('a customer is erased', async () => {
		const { data } = await space.client.rpc('erase_person', {
			space_id: space.spaceId,
			address: 'ines@harbour.example',
		})
		expect(data).toMatchObject({ testimonials: 1 })
		expect((await space.client.from('testimonials').select('id').throwOnError()).data).toEqual([])
	})

	it('tables of the operator are followed without event triggers, and the service role passes their policies', async () => {
		const script = `create table app.notes (id int primary key, body text);
			alter table app.notes enable row level security;
			grant select on app.notes to service_role, anon;
			insert into app.notes values (1, 'a');
			alter publication supabase_realtime add table app.notes`
		await plaudit(server, ['sql', '-c', script], settings)
		const admin = { ...cluster.admin, database: 'praise' }
		const readAs = (role: string) => query(admin, `set role ${role}; select body from app.notes`)
		expect([await readAs('service_role'), await readAs('anon')]).toEqual([[{ body: 'a' }], []])
		const triggers = "select tgname from pg_trigger where tgrelid = 'app.notes'::regclass"
		expect(await query(admin, triggers)).toEqual([{ tgname: 'realtime_changes' }])
	})

	it('an update creates a table with rows, sees rows under forced row-level security, and replaces functions', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'plaudit-update-'))
		await cp(schemaFolder, folder, { recursive: true })
		const name = 'migrations/0999_later.sql'
		await writeFile(
			join(folder, name),
			`create table private.later (spaces bigint);
			alter table private.later enable row level security;
			alter table private.later force row level security;
			insert into private.later select count(*) from public.spaces;`,
		)
		await appendFile(join(folder, 'functions/public/spaces/slug_available.sql'), '\n-- Changed.\n')
		expect(await migrate(owner, folder)).toEqual([name, 'functions/public/slug_available.sql'])
		const admin = { ...cluster.admin, database: 'praise' }
		expect(await query(admin, 'select spaces::int from private.later')).toEqual([{ spaces: 2 }])
		const rights = "select has_schema_privilege('product_door', 'private', 'create') as \"mayCreate\""
		expect(await query(admin, rights)).toEqual([{ mayCreate: false }])
		await query(admin, `drop table private.later; delete from plaudit.migrations where name = '${name}'`)
		await rm(folder, { recursive: true })
	})

	it('requests go through PgBouncer in transaction mode, and notifications by the direct address', async () => {
		const pooler = await startPgBouncer(owner, 'transaction')
		const node = await startServer({
			RATE_LIMITS: 'off',
			DATABASE_URL: pooler.url,
			DATABASE_DIRECT_URL: settings.DATABASE_URL ?? '',
			JWT_KEYS: keys,
		})
		try {
			const pooled = await makeSpace(node.url)
			const changes = await subscribe(pooled.client, { table: 'testimonials', filter: `space_id=eq.${pooled.spaceId}` })
			const { id } = await submitTestimonial(node.url, pooled)
			await changes.atLeast(1)
			expect(changes.items[0]).toMatchObject({ new: { id } })
			expect(node.output()).not.toMatch(/"level":(40|50|60)/)
			await pooled.client.removeAllChannels()
		} finally {
			await node.stop()
			await pooler.stop()
		}
	})

	it('a restart applies nothing, and the doctor says what the owner is', async () => {
		await server.end()
		await server.restart()
		expect(await migrate(owner, schemaFolder)).toEqual([])
		vi.stubEnv('DATABASE_URL', settings.DATABASE_URL)
		vi.stubEnv('DATA_DIR', server.dataDir)
		const found = (wanted: string) => checks.find(({ name }) => name === wanted)?.check()
		expect(await found('owner')).toContain(
			`plaudit owner is no superuser and ${isPrepared ? 'uses prepared roles' : 'may create roles'}; policies stand for BYPASSRLS`,
		)
		expect(await found('database')).toContain('up to date')
		await query(owner, 'create table app.later (id int); alter table app.later enable row level security')
		await expect(found('owner')).rejects.toThrow('the service role sees none of their rows')
		await migrate(owner, schemaFolder)
		expect(await found('owner')).toContain('no superuser')
		vi.unstubAllEnvs()
	})
})

const onePixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)
