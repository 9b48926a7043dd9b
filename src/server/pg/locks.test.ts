import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/database.ts'
import { tap } from '#test/wiretap.ts'
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

	it('are held once among all nodes, and once within one', async () => {
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

	it('are given to one of many who ask at the same time', async () => {
		const asked = Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).lock('busy', none))
		const given = (await Promise.all(asked)).filter(Boolean)
		expect(given).toHaveLength(1)
		await given[0]?.()
	})

	const end = `select pg_terminate_backend(pid) from pg_stat_activity
		where application_name = 'plaudit-locks' and datname = current_database()`
	/** PostgreSQL tells a client that it ends before it frees the locks. */
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

	it('are given on a new connection when the old one dies as they are asked for', async () => {
		const owner = new pg.Client(loginAs(database.owner))
		await owner.connect()
		for (let round = 0; round < 60; round++) {
			await soon(() => there.lock('idle', none)).then((release) => release())
			const ended = owner.query(end)
			await Promise.all([there.lock('idle', none), ended]).then(([release]) => release?.())
		}
		await owner.end()
	})

	it('are not let go by who lost them and has them again', async () => {
		const onLost = vi.fn()
		const stale = await here.lock('again', onLost)
		await asOwner(database, end)
		await expect.poll(() => onLost.mock.calls).toHaveLength(1)
		const release = await soon(() => here.lock('again', none))
		await stale?.()
		expect(await there.lock('again', none)).toBeUndefined()
		await release?.()
	})

	it('are free when their node is gone, and the node hears of it', async () => {
		const onLost = vi.fn()
		await here.lock('lost', onLost)
		await asOwner(database, end)
		await expect.poll(() => onLost.mock.calls).toHaveLength(1)
		const release = await soon(() => there.lock('lost', none))
		expect(await here.lock('lost', none)).toBeUndefined()
		await release()
	})

	it('are lost with a connection that falls silent without a word, and can be taken over another', async () => {
		const wire = await tap(database)
		const locks = createLocks(loginAs(wire.database.owner), none, { every: 20, patience: 500 })
		const lost = Promise.withResolvers<void>()
		await locks.lock('silent', lost.resolve)
		wire.fallSilent()
		await lost.promise
		const release = await soon(() => locks.lock('loud', none))
		await release()
		await locks.close()
		wire.close()
	})
})
