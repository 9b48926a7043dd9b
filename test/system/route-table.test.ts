import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkRouteNames } from '#platform/auth/auth-wire.ts'
import { text } from '#platform/http/routing/answer.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { createApp } from '#server/app.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'

let opened: TestDeps
let app: Awaited<ReturnType<typeof createApp>>
let routes: readonly Route[]
beforeAll(async () => {
	opened = await openTestDeps({ SAML_ENABLED: 'on', PASSKEYS_ENABLED: 'on', RATE_LIMITS: 'off' })
	app = await createApp(opened.deps)
	routes = app.router.routes
})
afterAll(() => opened.close())

const undeclared = (table: readonly Route[]) =>
	table.filter((route) => !route.options.trust).map(({ method, path }) => `${method} ${path}`)

it('every route of every wire declares what a caller must show', () => {
	expect(routes.map(({ path }) => path)).toContain('/rest/v1/*')
	expect(undeclared(routes)).toEqual([])
})

it('a route that does not declare what a caller must show is found', () => {
	const planted = createRoutes({
		prefix: '/planted',
		headers: {},
		cors: false,
		compress: false,
		renderError: () => text('', 500),
	})
	planted.get('/public', () => text(''), { trust: 'public' })
	planted.get('/forgotten', () => text(''))
	expect(undeclared([...routes, ...planted.list])).toEqual(['GET /planted/forgotten'])
})

/**
 * Calls a route with the anonymous key alone, the body being an empty object.
 * @returns the status; storage/v1 states it in its body, beside 400
 */
async function callAnonymously({ method, path }: Route): Promise<number> {
	const url = `http://localhost${path.replace(/:\w+/g, randomUUID()).replace('*', 'x')}`
	const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
	const headers = { apikey: opened.deps.keys.anonKey, 'content-type': 'application/json' }
	const verb = method === 'ALL' ? 'GET' : method
	const response = await app.fetch(new Request(url, { method: verb, headers, ...body }))
	const { statusCode } = (await response.json()) as { statusCode?: string }
	return Number(statusCode ?? response.status)
}

it.each(['user', 'admin'] as const)(
	'every route with trust %s refuses a caller who shows the anonymous key alone',
	async (trust) => {
		const table = routes.filter(({ options }) => options.trust === trust)
		expect(table.length).toBeGreaterThan(15)
		const open: string[] = []
		for (const route of table) {
			const status = await callAnonymously(route)
			if (status !== 401 && status !== 403) open.push(`${status} ${route.method} ${route.path}`)
		}
		expect(open).toEqual([])
	},
)

it.each([
	[{ flag: 'samml' }, 'POST /auth/v1/x names the unknown flag samml'],
	[{ limit: 'opt' }, 'POST /auth/v1/x names the unknown limit opt'],
])('an auth route with %o is refused at the start', (options, message) => {
	const [known] = routes.filter(({ path }) => path === '/auth/v1/otp')
	if (!known) throw new Error('there is no /otp')
	const planted = { ...known, path: '/auth/v1/x', options }
	expect(() => checkRouteNames(opened.deps.config, [planted])).toThrow(message)
})
