import { expect, it } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { readConfig } from '#server/settings.ts'
import { library } from '#test/support/rest/library-queries.ts'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { restRoutes } from './routes.ts'

it('each setting of the operator takes effect', async () => {
	const database = await createTestDatabase()
	await asOwner(
		database,
		`${library}; create schema shop; create table shop.wares (id int primary key);
		grant usage on schema shop to anon; grant select on shop.wares to anon; insert into shop.wares values (1)`,
	)
	const { deps, close } = await openTestDeps(
		{
			REST_SCHEMAS: 'public, shop',
			REST_MAX_ROWS: '2',
			REST_AGGREGATES: 'on',
			REST_EXPLAIN: 'on',
			REST_TX_OVERRIDE: 'on',
		},
		database,
	)
	const app = createRouter(restRoutes(deps), deps)
	const ask = async (path: string, headers: Record<string, string> = {}) => {
		const all = { apikey: deps.keys.anonKey, ...headers }
		const response = await app.request(`/rest/v1${path}`, { headers: all })
		return { status: response.status, headers: response.headers, text: await response.text() }
	}
	expect(JSON.parse((await ask('/books?select=id&order=id')).text)).toHaveLength(2)
	expect((await ask('/wares', { 'accept-profile': 'shop' })).text).toBe('[{"id":1}]')
	expect((await ask('/books?select=pages.max()')).text).toBe('[{"max":320}]')
	const plan = await ask('/books', { accept: 'application/vnd.pgrst.plan+text' })
	expect(plan.text).toContain('cost=')
	const undone = await ask('/books?limit=1', { prefer: 'tx=rollback' })
	expect(undone.headers.get('preference-applied')).toBe('tx=rollback')
	await close()
	await database.drop()
})

it.each([
	['REST_SCHEMAS', 'pg_catalog'],
	['REST_SCHEMAS', ','],
	['REST_SCHEMAS', '""'],
	['REST_SCHEMAS', 'public, ""'],
	['REST_SCHEMAS', '"a, b'],
	['REST_SCHEMAS', '"a" b'],
	['REST_SEARCH_PATH', '"extensions'],
	['REST_MAX_ROWS', '0'],
	['REST_EXPLAIN', 'maybe'],
])('the setting %s=%s is refused', (name, value) => {
	expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('a schema name that is empty or has an open quote is refused with a plain message', () => {
	expect(() => readConfig({ REST_SCHEMAS: '""' })).toThrow('REST_SCHEMAS: a name between quotes is empty')
	expect(() => readConfig({ REST_SCHEMAS: 'public, "a, b' })).toThrow(
		'REST_SCHEMAS: "a has a quote that is not closed before the next comma',
	)
})
