import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Db, openDb } from './db.ts'
import { createLocks, type Release } from './locks.ts'
import { loginAs } from './login-role.ts'

describe('locks', () => {
	let database: TestDatabase
	let here: Db
	let there: Db
	const open = () => openDb(loginAs(database.owner), 2, () => {})
	const none = () => {}

	beforeAll(async () => {
		database = await createTestDatabase()
		here = open()
		there = open()
	})
	afterAll(async () => {
		await Promise.all([here.close(), there.close()])
		await database.drop()
	})

	it('a lock is held once among all nodes and within one', async () => {
		const release = await here.lock('a', none)
		expect(release).toBeTypeOf('function')
		expect(await here.lock('a', none)).toBeUndefined()
		expect(await there.lock('a', none)).toBeUndefined()
		expect(await there.lock('b', none)).toBeTypeOf('function')
		await release?.()
		const next = await there.lock('a', none)
		expect(next).toBeTypeOf('function')
		await next?.()
	})

	it('one of many concurrent requests gets a lock', async () => {
		const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).lock('busy', none))
		const given = (await Promise.all(asked)).filter(Boolean)
		expect(given).toHaveLength(1)
		await given[0]?.()
	})

	const end = `select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'plaudit-locks' and datname = current_database()`
	/** PostgreSQL ends the connection before it releases the locks. */
	const soon = async (ask: () => Promise<Release | undefined>): Promise<Release> => {
		let release: Release = async () => {}
		const isGiven = async () => {
			const given = await ask()
			if (given) release = given
			return given !== undefined
		}
		await expect.poll(isGiven).toBe(true)
		return release
	}

	it('a lock is taken over a new connection when the old one dies during the request', async () => {
		const owner = new pg.Client(loginAs(database.owner))
		await owner.connect()
		for (let round = 0; round < 60; round++) {
			await soon(() => there.lock('idle', none)).then((release) => release())
			const ended = owner.query(end)
			await Promise.all([there.lock('idle', none), ended]).then(([release]) => release?.())
		}
		await owner.end()
	})

	it('a lost lock that was taken again is not released by its former holder', async () => {
		const onLost = vi.fn()
		const stale = await here.lock('again', onLost)
		await asOwner(database, end)
		await expect.poll(() => onLost.mock.calls).toHaveLength(1)
		const release = await soon(() => here.lock('again', none))
		await stale?.()
		expect(await there.lock('again', none)).toBeUndefined()
		await release?.()
	})

	it('locks of a lost connection are free, and their holder is notified', async () => {
		const onLost = vi.fn()
		await here.lock('lost', onLost)
		await asOwner(database, end)
		await expect.poll(() => onLost.mock.calls).toHaveLength(1)
		const release = await soon(() => there.lock('lost', none))
		expect(await here.lock('lost', none)).toBeUndefined()
		await release()
	})

	it('locks are lost with a connection that stops answering, and can be taken over another', async () => {
		const wire = await startPostgresProxy(database)
		const locks = createLocks(loginAs(wire.database.owner), none, { interval: 20, timeout: 500 })
		const lost = Promise.withResolvers<void>()
		await locks.lock('silent', lost.resolve)
		wire.stall()
		await lost.promise
		const release = await soon(() => locks.lock('loud', none))
		await release()
		await locks.close()
		wire.close()
	})
})
