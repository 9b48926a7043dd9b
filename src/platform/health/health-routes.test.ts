import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { healthRoutes } from './health-routes.ts'

let open: TestDeps
beforeAll(async () => {
	open = await openTestDeps({})
})
afterAll(() => open.close())

it('GET /health answers 503 while the embedded PostgreSQL is gone, and 200 otherwise', async () => {
	let isAlive = true
	const routes = createRouter(healthRoutes(open.deps, { isEngineAlive: () => isAlive }), open.deps)
	expect((await routes.request('/health')).status).toBe(200)
	isAlive = false
	const answer = await routes.request('/health')
	expect([answer.status, await answer.json()]).toEqual([503, { status: 'database gone' }])
})
