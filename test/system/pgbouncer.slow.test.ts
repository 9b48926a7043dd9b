import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { openDb } from '#platform/pg/db.ts'
import { openDatabase, schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { loginThroughPooler } from '#platform/pg/pooler.ts'
import { readConfig } from '#server/settings.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { type PgBouncer, startPgBouncer } from '#test/support/postgres/pgbouncer.ts'
import { makeNotes, subscribe } from '#test/support/realtime/inbox.ts'
import { startServer } from '#test/support/server-process.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

describe('a database behind PgBouncer in transaction mode', () => {
	let database: TestDatabase
	let pooler: PgBouncer
	let folder: string
	let settings: Record<string, string>
	beforeAll(async () => {
		database = await createTestDatabase()
		pooler = await startPgBouncer(database.owner, 'transaction')
		folder = await mkdtemp(join(tmpdir(), 'plaudit-pooled-'))
		const { host, port, user, password = '', database: name } = database.owner
		const direct = `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`
		settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, RATE_LIMITS: 'off' }
	})
	afterAll(async () => {
		await pooler.stop()
		await rm(folder, { recursive: true, force: true })
		await database.drop()
	})

	it('PgBouncer keeps no lock of migrations that went through it', async () => {
		await cp(schemaFolder, folder, { recursive: true })
		const names = ['migrations/9998_first.sql', 'migrations/9999_second.sql']
		for (const name of names) {
			await writeFile(join(folder, name), `comment on schema plaudit is '${name}'`)
			expect(await migrate(pooler.owner, folder)).toEqual([name])
			const locks = `select pid from pg_locks where locktype = 'advisory' and objid in (7268432, 7268433)
				and database = (select oid from pg_database where datname = current_database())`
			expect(await asOwner(database, locks)).toEqual([])
		}
		await asOwner(database, 'delete from plaudit.migrations where name = any ($1)', [names])
	})

	it('PgBouncer in transaction mode is refused as the only address, and session mode is accepted', async () => {
		const open = (url: string) => openDatabase(readConfig({ DATA_DIR: folder, DATABASE_URL: url }).config, 'join')
		await expect(open(pooler.url)).rejects.toThrow('Set DATABASE_DIRECT_URL')
		await expect(startServer({ DATABASE_URL: pooler.url })).rejects.toThrow('DATABASE_URL cannot be used (127.0.0.1:')
		const patient = await startPgBouncer(database.owner, 'session')
		await (await open(patient.url)).stop()
		await patient.stop()
	})

	it('a job that is queued through PgBouncer wakes the workers of its node at once', async () => {
		// A poll could run the job as well.
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		onTestFinished(() => {
			vi.useRealTimers()
		})
		const addresses = { DATABASE_URL: settings.DATABASE_URL, DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL }
		const pooled = { pooler: loginThroughPooler(addresses, database.owner) }
		const db = openDb(loginAs(database.owner), 2, () => {}, pooled)
		const jobs = createJobs(db, createLog('silent'))
		const done: unknown[] = []
		jobs.handle('greet', async ({ name }) => {
			done.push(name)
		})
		await jobs.start()
		await jobs.idle()
		await db.as({ role: 'auth_service' }, (tx) => tx.final(jobs.enqueue('greet', { name: 'Isla' })))
		await jobs.idle()
		expect(done).toEqual(['Isla'])
		await jobs.close()
		await db.close()
	})

	it('requests go through PgBouncer, and notifications use the direct address', async () => {
		await asOwner(database, `alter database ${database.owner.database} set timezone to 'Asia/Tokyo'`)
		await makeNotes(database)
		await asOwner(
			database,
			`create policy owner_writes on public.notes for insert to authenticated with check (owner = auth.uid());
			grant insert on public.notes to authenticated;
			create function public.present_zone() returns text language sql stable as $$ select current_setting('timezone') || ' ' || auth.uid() $$;
			grant execute on function public.present_zone to authenticated`,
		)
		const server = await startServer(settings)
		try {
			const key = await fetchAnonKey(server.url)
			const people = await Promise.all(
				['ada', 'ben', 'cleo', 'dov'].map(async (name) => {
					const client = officialClient(server.url, key)
					const email = `${name}@pooled.example`
					const { data } = await client.auth.signUp({ email, password: 'correct horse battery' })
					return { client, id: data.user?.id }
				}),
			)
			const [first] = people
			if (!first) throw new Error('nobody signed up')
			const inbox = await subscribe(first.client, { table: 'notes' })
			// Far more concurrent requests than pooler sessions: each session serves another client between two transactions.
			const rounds = Array.from({ length: 25 }, () => people).flat()
			const answers = await Promise.all(
				rounds.map(async ({ client, id }) => {
					await client.from('notes').insert({ owner: id, body: 'pooled' }).throwOnError()
					const { data } = await client.from('notes').select('owner').throwOnError()
					const { data: zone } = await client.rpc('present_zone').throwOnError()
					return [new Set(data?.map(({ owner }) => owner)), zone, id] as const
				}),
			)
			for (const [owners, zone, id] of answers) expect([[...owners], zone]).toEqual([[id], `UTC ${id}`])
			await inbox.atLeast(25)
			expect(server.output()).not.toMatch(/"level":(40|50|60)/)
		} finally {
			await server.stop()
		}
	})
})
