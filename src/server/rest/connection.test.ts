import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { healthRoutes } from '#server/http/health.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/database.ts'
import { openTestDeps, type TestDeps } from '#test/deps.ts'
import { library } from '#test/library-queries.ts'
import { tap, type Wiretap } from '#test/wiretap.ts'
import { restRoutes } from './routes.ts'
import { createRest } from './service.ts'

type Opened = TestDeps & { ask(path: string): Promise<{ status: number; body: unknown }> }

/** rest/v1 over a database that may not be well. */
async function open(database: TestDatabase): Promise<Opened> {
	const opened = await openTestDeps({ DATABASE_POOL: '2', LOG_LEVEL: 'silent' }, database)
	const app = new Hono().route('/rest/v1', restRoutes(createRest(opened.deps)))
	return {
		...opened,
		async ask(path) {
			const headers = { apikey: opened.deps.keys.serviceRoleKey }
			const response = await app.request(`/rest/v1${path}`, { headers })
			const text = await response.text()
			return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
		},
	}
}

const said = (code: string, message: string) => ({ code, message, details: null, hint: null })

describe('a database that is not well', () => {
	let database: TestDatabase
	let wire: Wiretap
	let rest: Opened
	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(database, library)
		wire = await tap(database)
		rest = await open(wire.database)
	})
	afterAll(async () => {
		await rest.close()
		wire.close()
		await database.drop()
	})

	/** Ends what naps in the database. @returns how many were ended */
	const wake = async () => {
		const ended = await asOwner(
			database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and state = 'active' and query like '%"nap"%' and pid <> pg_backend_pid()`,
		)
		return ended.length
	}
	const isNapping = () =>
		asOwner(
			database,
			`select from pg_stat_activity where datname = current_database() and state = 'active'
				and query like '%"nap"%' and pid <> pg_backend_pid()`,
		)

	it('is PGRST000 when it cannot be reached', async () => {
		const line = await tap(database)
		const unreachable = await open(line.database)
		line.close()
		// The connection that was open may be asked once more before it is seen to be gone.
		await expect
			.poll(() => unreachable.ask('/books'))
			.toEqual({
				status: 503,
				body: said('PGRST000', 'Database connection error. Retrying the connection.'),
			})
		await unreachable.close()
	})

	it('is PGRST002 when it does not tell its schema', async () => {
		const other = await createTestDatabase()
		const line = await tap(other)
		const refused = await open(line.database)
		const name = other.owner.database
		await asOwner(database, `alter database ${name} with allow_connections false`)
		line.cut()
		await expect
			.poll(() => refused.ask('/books'))
			.toEqual({
				status: 503,
				body: said('PGRST002', 'Could not query the database for the schema cache. Retrying.'),
			})
		await refused.close()
		line.close()
		await other.drop()
	})

	it('is PGRST001 when the connection breaks under a request, and serves the next', async () => {
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
		const broken = rest.ask('/rpc/nap?seconds=600')
		await expect.poll(isNapping).toHaveLength(1)
		wire.cut()
		expect(await broken).toEqual({
			status: 503,
			body: said('PGRST001', 'Database client error. Retrying the connection.'),
		})
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
		await wake()
	})

	it('is not ready when it falls silent without a word, while the process lives', async () => {
		const line = await tap(database)
		const silenced = await open(line.database)
		const health = healthRoutes(silenced.deps, { patience: 300 })
		const ask = async (path: string) => (await health.request(path)).status
		await expect.poll(() => ask('/ready')).toBe(200)
		line.fallSilent()
		// What was found before is given for a second.
		await expect.poll(() => ask('/ready'), { timeout: 10_000 }).toBe(503)
		expect(await ask('/health')).toBe(200)
		line.close()
		await silenced.close()
	})

	it('is 57P01 when the administrator ends the connection', async () => {
		const broken = rest.ask('/rpc/nap?seconds=600')
		await expect.poll(wake).toBe(1)
		expect(await broken).toMatchObject({ status: 503, body: { code: '57P01' } })
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
	})

	it('is PGRST003 when no connection comes free in time', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			const naps = [rest.ask('/rpc/nap?seconds=600'), rest.ask('/rpc/nap?seconds=600')]
			await expect.poll(isNapping).toHaveLength(2)
			const answer = rest.ask('/books?limit=1')
			let isOver = false
			answer.finally(() => {
				isOver = true
			})
			const wait = async () => {
				await vi.advanceTimersByTimeAsync(10_000)
				return isOver
			}
			await expect.poll(wait).toBe(true)
			expect(await answer).toEqual({
				status: 504,
				body: said('PGRST003', 'Timed out acquiring connection from connection pool.'),
			})
			expect(await wake()).toBe(2)
			for (const { status } of await Promise.all(naps)) expect(status).toBe(503)
		} finally {
			vi.useRealTimers()
		}
	})
})
