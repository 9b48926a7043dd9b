import fc from 'fast-check'
import { expect } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { createCatalogCache } from '#platform/rest/catalog/catalog-cache.ts'
import { findName } from '#platform/rest/catalog/catalog-queries.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { type Attack, attackOn, marker, positionNames } from './injection-attacks.ts'
import { library } from './library-queries.ts'
import { namesOf, unexpectedTokens } from './sql-tokens.ts'

/** Refusals by a rule of rest/v1, and PostgreSQL's codes for exceeded limits. */
const declared = /^(54001|57014|PGRST)/

/** One statement text for every name, because the name is a parameter. */
const lookUp = findName('', '').text

export type HostileRequests = Awaited<ReturnType<typeof openHostileRequests>>

/** rest/v1 over a database whose statements are read on the wire. */
export async function openHostileRequests() {
	const database = await createTestDatabase()
	await asOwner(database, library)
	const wire = await startPostgresProxy(database)
	const opened = await openTestDeps({ DATABASE_POOL: '2', LOG_LEVEL: 'silent' }, wire.database)
	const options = { aggregates: true, plans: true, allowTxOverride: true }
	const app = createRouter(restRoutes(opened.deps, options), opened.deps)
	const names = namesOf(await createCatalogCache(opened.deps.db, ['public'], () => {}).get())
	await app.request('/rest/v1/books', { headers: { apikey: opened.deps.keys.anonKey } })
	wire.takeStatements()

	async function send({ position, path, init }: Attack): Promise<void> {
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
	return {
		/** Names of the catalog that statements may contain. */
		names,
		/** Sends about so many random hostile requests, as many in each position, and fails when one changes a statement. */
		async sendRandom(runs: number): Promise<void> {
			const numRuns = Math.ceil(runs / positionNames.length)
			for (const position of positionNames) await fc.assert(fc.asyncProperty(attackOn(position), send), { numRuns })
		},
		async close(): Promise<void> {
			await opened.close()
			wire.close()
			await database.drop()
		},
	}
}
