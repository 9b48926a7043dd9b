import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '#test/support/server-process.ts'
import { uploadThroughKills } from '#test/support/storage/upload-through-kills.ts'

let server: Server
beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.stop())

it('an upload resumes where it was when its server was killed, and arrives unchanged', async () => {
	const outcome = await uploadThroughKills(server, { uploads: 1, size: 20_000_000, kills: 2 })
	expect(outcome).toEqual({ uploads: 1, kills: 2, corrupt: 0, restarted: 0 })
})
