import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRouter, type Router } from '#platform/http/routing/router.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { type PostgresProxy, startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { library } from '#test/support/rest/library-queries.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let database: TestDatabase
let wire: PostgresProxy
let opened: TestDeps
let app: Router
beforeAll(async () => {
	database = await createTestDatabase()
	await asOwner(database, library)
	wire = await startPostgresProxy(database)
	opened = await openTestDeps({ DATABASE_POOL: '2' }, wire.database)
	app = createRouter(restRoutes(opened.deps), opened.deps)
})
afterAll(async () => {
	await opened.close()
	wire.close()
	await database.drop()
})

const cases: [what: string, path: string, init: RequestInit & { flights: number }][] = [
	['rows', '/books?select=id,title&limit=10', { flights: 1 }],
	['two levels of embeds', '/authors?select=id,books!books_author_id_fkey(id,genres(name))', { flights: 1 }],
	['a counted page', '/books?limit=1', { flights: 1, headers: { prefer: 'count=exact' } }],
	['a guessed count', '/books?limit=1', { flights: 1, headers: { prefer: 'count=estimated' } }],
	['a call', '/rpc/add?a=1', { flights: 1 }],
	['a write', '/genres', { flights: 1, method: 'POST', body: '{"id":9,"name":"new"}' }],
	[
		'a write that must be looked at before the commit',
		'/genres?id=eq.9',
		{
			flights: 2,
			method: 'DELETE',
			headers: {
				accept: 'application/vnd.pgrst.object+json',
				prefer: 'return=representation',
			},
		},
	],
]
it.each(cases)('%s', async (what, path, { flights, ...init }) => {
	const ask = async () => {
		const headers = new Headers(init.headers)
		headers.set('apikey', opened.deps.keys.serviceRoleKey)
		headers.set('content-type', 'application/json')
		const response = await app.request(`/rest/v1${path}`, { ...init, headers })
		expect(response.ok, await response.text()).toBe(true)
	}
	// Connecting and reading the catalog are not what is counted.
	await app.request('/rest/v1/books?limit=0', {
		headers: { apikey: opened.deps.keys.serviceRoleKey },
	})
	wire.takeTraffic()
	await ask()
	const taken = wire.takeTraffic()
	expect(taken.flights, what).toBe(flights)
	expect(taken.statements, what).toBeLessThanOrEqual(what === 'a guessed count' ? 5 : 4)
})
