import { Agent } from 'node:http'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { memoryOf } from '#bench/processes.ts'
import { fetchStatus } from '#bench/steady-load.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { headersOf } from './auth.ts'
import { insertUsers, tokensOf, vacuumAndCheckpoint } from './people.ts'

const sessions = 100_000

/**
 * Measures whether memory grows with the number of sessions: 100,000 request `GET /user` twice. The first round fills
 * the caches; by the second most entries have been evicted.
 */
export async function measureSessions(): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off' })
	try {
		await insertUsers(server, sessions + sessions / 10)
		await vacuumAndCheckpoint(server)
		const { accessTokens } = await tokensOf(server, sessions)
		await askEach(server, accessTokens)
		const before = await memoryOf(server.pid, false)
		await askEach(server, accessTokens)
		const after = await memoryOf(server.pid, false)
		return [
			plain(`memory after ${sessions} sessions`, before, 'MiB'),
			atMost('memory that the same number added to that', after - before, 'MiB', 16),
		]
	} finally {
		await server.stop()
	}
}

async function askEach(server: Server, accessTokens: string[]): Promise<void> {
	const url = `${server.url.replace('localhost', '127.0.0.1')}/auth/v1/user`
	const headers = await headersOf(server)
	const agent = new Agent({ keepAlive: true, maxSockets: 16 })
	const waiting = accessTokens.values()
	const client = async () => {
		for (const token of waiting) {
			const status = await fetchStatus(url, agent, { ...headers, authorization: `Bearer ${token}` })
			if (status !== 200) throw new Error(`GET /user was ${status}`)
		}
	}
	await Promise.all(Array.from({ length: 16 }, client))
	agent.destroy()
}
