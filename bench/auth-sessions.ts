import { Agent, get } from 'node:http'
import { type Server, startServer } from '#test/server.ts'
import { headersOf } from './auth.ts'
import { addPeople, settle, tokensOf } from './auth-people.ts'
import { atMost, type Figure, plain } from './figure.ts'
import { memoryOf } from './processes.ts'

const sessions = 100_000

/**
 * Does a server remember more with each session that it meets? A hundred thousand ask who they are, twice: the first round fills
 * what may fill, and by the second all but the last few are strangers again.
 */
export async function measureSessions(): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off' })
	try {
		await addPeople(server, sessions + sessions / 10)
		await settle(server)
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
	const asker = async () => {
		for (const token of waiting)
			await ask(url, agent, { ...headers, authorization: `Bearer ${token}` })
	}
	await Promise.all(Array.from({ length: 16 }, asker))
	agent.destroy()
}

function ask(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
	return new Promise((resolve, reject) => {
		get(url, { agent, headers }, (response) => {
			response.resume()
			response.on('end', () =>
				response.statusCode === 200
					? resolve()
					: reject(new Error(`GET /user was ${response.statusCode}`)),
			)
		}).on('error', reject)
	})
}
