import { afterAll, beforeAll, it } from 'vitest'
import { type HostileRequests, openHostileRequests } from '#test/support/rest/hostile-requests.ts'

/** The long run is `INJECTION_RUNS=200000 npx vitest run test/system/injection.slow.test.ts`. */
const runs = Number(process.env.INJECTION_RUNS ?? 1500)

let requests: HostileRequests
beforeAll(async () => {
	requests = await openHostileRequests()
})
afterAll(() => requests.close())

it('hostile text in many more requests never becomes part of a statement', () => requests.sendRandom(runs), 3_600_000)
