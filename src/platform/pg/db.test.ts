import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Claims, type Db, openDb } from './db.ts'
import { createListener } from './listener.ts'
import { loginAs } from './login-role.ts'
import { sql } from './sql.ts'

const anon: Claims = { role: 'anon' }
const whoAmI = () => sql`select current_user as "user", session_user as login, auth.uid()::text as uid`

describe('the database client', () => {
	let database: TestDatabase
	let db: Db
	beforeAll(async () => {
		database = await createTestDatabase()
		db = openDb(loginAs(database.owner), 4, () => {})
	})
	afterAll(async () => {
		await db.close()
		await database.drop()
	})

	it('each transaction has the identity of its claims', async () => {
		const sub = '00000000-0000-4000-8000-000000000001'
		const [person] = await db.as({ role: 'authenticated', sub }, (tx) => tx.final<object>(whoAmI()))
		expect(person).toEqual({ user: 'authenticated', login: 'plaudit_login', uid: sub })
		const [visitor] = await db.as(anon, (tx) => tx.query<object>(whoAmI()))
		expect(visitor).toEqual({ user: 'anon', login: 'plaudit_login', uid: null })
	})

	it('connections have the application_name of the address, and else that of Plaudit', async () => {
		const readName = sql`select current_setting('application_name') as name`
		const named = openDb({ ...loginAs(database.owner), application_name: 'shop' }, 1, () => {})
		expect(await named.as(anon, (tx) => tx.final(readName))).toEqual([{ name: 'shop' }])
		await named.close()
		expect(await db.as(anon, (tx) => tx.final(readName))).toEqual([{ name: 'plaudit' }])
	})

	it('sessions use UTC whatever the database is set to', async () => {
		await asOwner(
			database,
			"do $$ begin execute format('alter database %I set timezone to ''Asia/Tokyo''', current_database()); end $$",
		)
		const there = openDb(loginAs(database.owner), 1, () => {})
		const ask = sql`select to_json(timestamptz '2026-07-01 23:30Z') as at, current_setting('timezone') as zone`
		expect(await there.as(anon, (tx) => tx.final<object>(ask))).toEqual([
			{ at: '2026-07-01T23:30:00+00:00', zone: 'UTC' },
		])
		await there.close()
	})

	it('no connection is left after close', async () => {
		const sockets = () => process.getActiveResourcesInfo().filter((kind) => /^(Pipe|TCPSocket)Wrap$/.test(kind)).length
		const before = sockets()
		const there = openDb(loginAs(database.owner), 4, () => {})
		await Promise.all([1, 2, 3, 4].map(() => there.as(anon, (tx) => tx.query(sql`select pg_sleep(0.01)`))))
		expect(sockets()).toBeGreaterThan(before)
		await there.close()
		expect(sockets()).toBeLessThanOrEqual(before)
	})

	it('an unknown role is refused before any statement', async () => {
		await expect(db.as({ role: 'postgres' as never }, async () => 1)).rejects.toThrow('unknown role')
	})

	it('a thousand parallel transactions keep their identities, with failures in between', async () => {
		const calls = Array.from({ length: 1000 }, async (_, i) => {
			const sub = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
			if (i % 7 === 0) {
				await expect(db.as(anon, (tx) => tx.query(sql`select 1 / 0`))).rejects.toThrow('division')
				return true
			}
			const [row] = await db.as({ role: 'authenticated', sub }, (tx) => tx.final<{ uid: string }>(whoAmI()))
			return row?.uid === sub
		})
		expect((await Promise.all(calls)).every(Boolean)).toBe(true)
	})

	it('a transaction rolls back when the work throws or an unawaited statement fails', async () => {
		const insert = sql`insert into plaudit.probe (id, at) values (1, now()) returning id`
		const service: Claims = { role: 'service_role' }
		await expect(
			db.as(service, async (tx) => {
				await tx.query(insert)
				throw new Error('changed my mind')
			}),
		).rejects.toThrow('changed my mind')
		await expect(
			db.as(service, async (tx) => {
				tx.query(sql`select 1 / 0`).catch(() => {})
				tx.query(insert).catch(() => {})
			}),
		).rejects.toThrow('division')
		const rows = await db.as(service, (tx) => tx.final(sql`select from plaudit.probe`))
		expect(rows).toHaveLength(0)
	})

	it('a transaction leaves no role and no claims on its connection', async () => {
		await db.as({ role: 'service_role', sub: '00000000-0000-4000-8000-000000000009' }, (tx) => tx.query(whoAmI()))
		const [row] = await db.as(anon, (tx) => tx.final<{ uid: null }>(whoAmI()))
		expect(row?.uid).toBeNull()
	})

	describe('a transaction that PostgreSQL ends for the sake of another', () => {
		const once = sql`select private.lose_first() as at`
		const service: Claims = { role: 'service_role' }
		beforeAll(() =>
			asOwner(
				database,
				`create sequence private.losses; grant usage on sequence private.losses to service_role; grant usage on schema private to service_role;
				create function private.lose_first() returns bigint language plpgsql as $$
				declare at bigint := nextval('private.losses');
				begin
					if at % 3 <> 0 then raise exception 'deadlock detected' using errcode = case at % 3 when 1 then '40P01' else '40001' end; end if;
					return at;
				end $$;
				grant execute on function private.lose_first() to service_role`,
			),
		)

		it('a repeatable transaction is retried after a conflict', async () => {
			const rows = await db.as(service, (tx) => tx.final(once), { repeatable: true })
			expect(rows).toEqual([{ at: '3' }])
		})

		it('a transaction that is not repeatable, or conflicts again and again, fails', async () => {
			await expect(db.as(service, (tx) => tx.final(once))).rejects.toMatchObject({ code: '40P01' })
			let tries = 0
			const stubborn = async () => {
				tries++
				throw Object.assign(new Error(), { code: '40P01', severity: 'ERROR' })
			}
			await expect(db.as(service, stubborn, { repeatable: true })).rejects.toThrow()
			expect(tries).toBe(4)
		})
	})

	describe('notices', () => {
		const tell = (payload: string) => db.as(anon, (tx) => tx.final(sql`select pg_notify('news', ${payload})`))

		it('a subscriber whose listen failed gets no notifications', async () => {
			const login = { ...loginAs(database.owner), port: 1 }
			const listener = createListener(login, () => {})
			const heard: string[] = []
			await expect(listener.listen('news', (text) => heard.push(`refused ${text}`))).rejects.toThrow()
			login.port = Number(database.owner.port)
			await listener.listen('news', (text) => heard.push(text))
			await tell('one')
			await expect.poll(() => heard).toEqual(['one'])
			await listener.close()
		})

		it('channels subscribed at the same time share one connection without a warning of the driver', async () => {
			const warnings: string[] = []
			const note = ({ message }: Error) => warnings.push(message)
			process.on('warning', note)
			const listener = createListener(loginAs(database.owner), () => {})
			const heard: string[] = []
			const channels = ['news', 'sport', 'weather', 'stars']
			await Promise.all(channels.map((channel) => listener.listen(channel, (text) => heard.push(text))))
			await tell('one')
			await expect.poll(() => heard).toEqual(['one'])
			await listener.close()
			process.off('warning', note)
			expect(warnings).toEqual([])
		})

		it('notifications resume over a new connection when the old one stops answering', async () => {
			const wire = await startPostgresProxy(database)
			const login = loginAs(wire.database.owner)
			const listener = createListener(login, () => {}, { heartbeat: { interval: 20, timeout: 500 } })
			const heard: string[] = []
			await listener.listen(
				'news',
				(text) => heard.push(text),
				() => heard.push('gap'),
			)
			wire.stall()
			await expect.poll(() => heard).toContain('gap')
			// On a busy machine a sound connection may be slower than that as well, and be made once more.
			const isHeard = async () => {
				await tell('two')
				return heard.includes('two')
			}
			await expect.poll(isHeard).toBe(true)
			await listener.close()
			wire.close()
		})

		it('notifications use one connection, also when a subscriber arrives during a reconnect', async () => {
			const lost = Promise.withResolvers<void>()
			const listener = createListener(loginAs(database.owner), () => lost.resolve())
			const gap = Promise.withResolvers<void>()
			await listener.listen('news', () => {}, gap.resolve)
			const ours = `from pg_stat_activity where datname = current_database() and application_name like 'plaudit-listen%'`
			await asOwner(database, `select pg_terminate_backend(pid) ${ours}`)
			await lost.promise
			const come = () =>
				listener
					.listen('more news', () => {})
					.then(
						() => true,
						() => false,
					)
			await expect.poll(come, { interval: 1 }).toBe(true)
			await gap.promise
			expect(await asOwner(database, `select ${ours}`)).toHaveLength(1)
			await listener.close()
		})

		it('closing a listener does not wait for a database that stopped answering', async () => {
			const wire = await startPostgresProxy(database)
			const listener = createListener(loginAs(wire.database.owner), () => {})
			await listener.listen('news', () => {})
			wire.stall()
			await listener.close()
			wire.close()
		})
	})
})
