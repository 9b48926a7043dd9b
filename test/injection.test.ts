import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalogCache } from '#server/rest/catalog-cache.ts'
import { findName } from '#server/rest/catalog-queries.ts'
import { restRoutes } from '#server/rest/routes.ts'
import { createRest } from '#server/rest/service.ts'
import { asOwner, createTestDatabase, type TestDatabase } from './database.ts'
import { openTestDeps, type TestDeps } from './deps.ts'
import { type Attack, attack, mark, positionNames } from './injection-positions.ts'
import { library } from './library-queries.ts'
import { foreignTokens, namesOf } from './sql-words.ts'
import { tap, type Wiretap } from './wiretap.ts'

/** `INJECTION_RUNS=200000 npx vitest run test/injection.test.ts` is the long form. */
const runs = Number(process.env.INJECTION_RUNS ?? 1500)

/** A refusal by rule, or PostgreSQL's own word for too much of something. */
const declared = /^(54001|57014|PGRST)/

/** One text for every name, which is a parameter of it. */
const lookUp = findName('', '').text

describe('a hostile text in any place of a request', () => {
	let database: TestDatabase
	let wire: Wiretap
	let opened: TestDeps
	let app: Hono
	let names: ReadonlySet<string>
	const tried = new Map<string, number>()
	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(database, library)
		wire = await tap(database)
		opened = await openTestDeps({ DATABASE_POOL: '2', LOG_LEVEL: 'silent' }, wire.database)
		const options = { aggregates: true, plans: true, allowTxOverride: true }
		app = new Hono().route('/rest/v1', restRoutes(createRest(opened.deps, options)))
		names = namesOf(await createCatalogCache(opened.deps.db, ['public'], () => {}).get())
		await app.request('/rest/v1/books', { headers: { apikey: opened.deps.keys.anonKey } })
		wire.texts()
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
		for (const text of wire.texts()) {
			if (text.startsWith('listen ') || text === lookUp) continue
			expect(text.includes(mark), `${position}: ${text}`).toBe(false)
			expect(foreignTokens(text, names), `${position}: ${text}`).toEqual([])
		}
	}

	it('never becomes part of a statement: only names of the catalog and parameters do', async () => {
		await fc.assert(fc.asyncProperty(attack, send), { numRuns: runs })
		for (const position of positionNames) expect(tried.get(position), position).toBeGreaterThan(0)
	}, 3_600_000)

	it('is found when it does: the reader of statements knows a stranger', () => {
		expect(foreignTokens('select "id" from "public"."books" where t0."id" = $1', names)).toEqual([])
		expect(foreignTokens(`select "${mark}" from "public"."books"`, names)).toEqual([`"${mark}"`])
		expect(foreignTokens(`select 1; drop table "books"`, names)).toEqual([';', 'drop', 'table'])
		expect(foreignTokens(`select '${mark}' -- x`, names)).toContain(`'${mark}'`)
		expect(foreignTokens('select pg_sleep(1)', names)).toEqual(['pg_sleep'])
	})
})
