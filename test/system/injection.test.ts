import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRouter, type Router } from '#platform/http/routing/router.ts'
import { createCatalogCache } from '#platform/rest/catalog/catalog-cache.ts'
import { findName } from '#platform/rest/catalog/catalog-queries.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { type PostgresProxy, startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { type Attack, attack, marker, positionNames } from '#test/support/rest/injection-attacks.ts'
import { library } from '#test/support/rest/library-queries.ts'
import { namesOf, unexpectedTokens } from '#test/support/rest/sql-tokens.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

/** The long run is `INJECTION_RUNS=200000 npx vitest run test/system/injection.test.ts`. */
const runs = Number(process.env.INJECTION_RUNS ?? 1500)

/** Refusals by a rule of rest/v1, and PostgreSQL's codes for exceeded limits. */
const declared = /^(54001|57014|PGRST)/

/** One statement text for every name, because the name is a parameter. */
const lookUp = findName('', '').text

describe('hostile text in requests', () => {
	let database: TestDatabase
	let wire: PostgresProxy
	let opened: TestDeps
	let app: Router
	let names: ReadonlySet<string>
	const tried = new Map<string, number>()
	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(database, library)
		wire = await startPostgresProxy(database)
		opened = await openTestDeps({ DATABASE_POOL: '2', LOG_LEVEL: 'silent' }, wire.database)
		const options = { aggregates: true, plans: true, allowTxOverride: true }
		app = createRouter(restRoutes(opened.deps, options), opened.deps)
		names = namesOf(await createCatalogCache(opened.deps.db, ['public'], () => {}).get())
		await app.request('/rest/v1/books', { headers: { apikey: opened.deps.keys.anonKey } })
		wire.takeStatements()
	})
	afterAll(async () => {
		await opened.close()
		wire.close()
		await database.drop()
	})

	async function send({ position, path, init }: Attack): Promise<void> {
		tried.set(position, (tried.get(position) ?? 0) + 1)
		const headers = new Headers(init.headers)
		headers.set('apikey', opened.deps.keys.serviceRoleKey)
		headers.append('prefer', 'tx=rollback')
		const response = await app.request(`/rest/v1${path}`, { ...init, headers })
		const body = await response.text()
		if (response.status >= 500) {
			const { code } = JSON.parse(body) as { code: string }
			expect(code, `${position}: ${body}`).toMatch(declared)
		}
		for (const text of wire.takeStatements()) {
			if (text.startsWith('listen ') || text === lookUp) continue
			expect(text.includes(marker), `${position}: ${text}`).toBe(false)
			expect(unexpectedTokens(text, names), `${position}: ${text}`).toEqual([])
		}
	}

	it('hostile text in any place of a request never becomes part of a statement', async () => {
		await fc.assert(fc.asyncProperty(attack, send), { numRuns: runs })
		for (const position of positionNames) expect(tried.get(position), position).toBeGreaterThan(0)
	}, 3_600_000)

	it('the tokenizer detects hostile text inside a statement', () => {
		expect(unexpectedTokens('select "id" from "public"."books" where t0."id" = $1', names)).toEqual([])
		expect(unexpectedTokens(`select "${marker}" from "public"."books"`, names)).toEqual([`"${marker}"`])
		expect(unexpectedTokens(`select 1; drop table "books"`, names)).toEqual([';', 'drop', 'table'])
		expect(unexpectedTokens(`select '${marker}' -- x`, names)).toContain(`'${marker}'`)
		expect(unexpectedTokens('select pg_sleep(1)', names)).toEqual(['pg_sleep'])
	})
})
