import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '#test/deps.ts'
import { healthRoutes } from './health.ts'

let open: TestDeps
beforeAll(async () => {
	open = await openTestDeps({})
})
afterAll(() => open.close())

it('GET /health answers 503 while the embedded PostgreSQL is gone, and 200 otherwise', async () => {
	let isAlive = true
	const routes = healthRoutes(open.deps, { isEngineAlive: () => isAlive })
	expect((await routes.request('/health')).status).toBe(200)
	isAlive = false
	const answer = await routes.request('/health')
	expect([answer.status, await answer.json()]).toEqual([503, { status: 'database gone' }])
})
