import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { healthRoutes } from '#platform/health/health-routes.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { type PostgresProxy, startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { library } from '#test/support/rest/library-queries.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

type Opened = TestDeps & { ask(path: string): Promise<{ status: number; body: unknown }> }

/** rest/v1 over a database that may not be well. */
async function open(database: TestDatabase): Promise<Opened> {
	const opened = await openTestDeps({ DATABASE_POOL: '2', LOG_LEVEL: 'silent' }, database)
	const app = createRouter(restRoutes(opened.deps), opened.deps)
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
	let wire: PostgresProxy
	let rest: Opened
	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(database, library)
		wire = await startPostgresProxy(database)
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

	it('an unreachable database is PGRST000', async () => {
		const line = await startPostgresProxy(database)
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

	it('a catalog that cannot be read is PGRST002', async () => {
		const other = await createTestDatabase()
		const line = await startPostgresProxy(other)
		const refused = await open(line.database)
		const name = other.owner.database
		await asOwner(database, `alter database ${name} with allow_connections false`)
		line.disconnect()
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

	it('a connection that breaks under a request is PGRST001, and the next request is served', async () => {
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
		const broken = rest.ask('/rpc/nap?seconds=600')
		await expect.poll(isNapping).toHaveLength(1)
		wire.disconnect()
		expect(await broken).toEqual({
			status: 503,
			body: said('PGRST001', 'Database client error. Retrying the connection.'),
		})
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
		await wake()
	})

	it('a server whose database stops answering is not ready but alive', async () => {
		const line = await startPostgresProxy(database)
		const silenced = await open(line.database)
		const routes = healthRoutes(silenced.deps, { patience: 300 })
		const health = createRouter(routes, silenced.deps)
		const ask = async (path: string) => (await health.request(path)).status
		await expect.poll(() => ask('/ready')).toBe(200)
		line.stall()
		// An earlier result is repeated for a second.
		await expect.poll(() => ask('/ready')).toBe(503)
		expect(await ask('/health')).toBe(200)
		line.close()
		await silenced.close()
	})

	it('a connection ended by the administrator is 57P01', async () => {
		const broken = rest.ask('/rpc/nap?seconds=600')
		await expect.poll(wake).toBe(1)
		expect(await broken).toMatchObject({ status: 503, body: { code: '57P01' } })
		expect((await rest.ask('/books?limit=1')).status).toBe(200)
	})

	it('a request without a free connection in time is PGRST003', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
		try {
			const naps = [rest.ask('/rpc/nap?seconds=600'), rest.ask('/rpc/nap?seconds=600')]
			await expect.poll(isNapping).toHaveLength(2)
			const answer = rest.ask('/books?limit=1')
			let isOver = false
			void answer.finally(() => {
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
