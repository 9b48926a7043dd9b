import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from './server.ts'
import { uploadThroughKills } from './upload-through-kills.ts'

let server: Server
beforeAll(async () => {
	server = await startServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.stop())

it('an upload goes on where it stood when its server was killed, and arrives as it was sent', async () => {
	const outcome = await uploadThroughKills(server, { uploads: 1, size: 20_000_000, kills: 2 })
	expect(outcome).toEqual({ uploads: 1, kills: 2, corrupt: 0, restarted: 0 })
})
