import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type Claims, openDb } from './db.ts'
import { loginAs } from './login-role.ts'
import { sql } from './sql.ts'

const anon: Claims = { role: 'anon' }
let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

it('a database that stops answering is reported to running and waiting callers, and reached over new connections', async () => {
	const wire = await startPostgresProxy(database)
	const lost: unknown[] = []
	const note = (error: Error & { code?: unknown }) => lost.push(error.code)
	const there = openDb(loginAs(wire.database.owner), 3, note, {
		watchdog: { interval: 20, grace: 100 },
	})
	const nap = (seconds: number, statementTimeout: number) =>
		there.as(anon, (tx) => tx.query(sql`select pg_sleep(${seconds})`), { statementTimeout })
	// Longer than the grace, as long as PostgreSQL allows it, and three connections at once.
	await Promise.all([nap(0.5, 30_000), nap(0.5, 30_000), nap(0.5, 30_000)])
	wire.stall()
	await expect(nap(0, 300)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
	await expect.poll(() => lost).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT'])
	await nap(0, 30_000)
	wire.stall()
	await there.close()
	wire.close()
})
