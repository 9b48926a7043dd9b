import { Agent, get } from 'node:http'
import { type Server, startServer } from '#test/server.ts'
import { headersOf } from './auth.ts'
import { addPeople, analyze, tokensOf } from './auth-people.ts'
import { atMost, type Figure, plain } from './figure.ts'
import { memoryOf } from './processes.ts'

const warmUp = 30_000
const more = 100_000

/** Does a server remember more with each session that it meets? A hundred thousand more ask who they are, once each. */
export async function measureSessions(): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off' })
	try {
		await addPeople(server, (warmUp + more) * 1.1)
		await analyze(server)
		const { accessTokens } = await tokensOf(server, warmUp + more)
		await askEach(server, accessTokens.slice(0, warmUp))
		const before = await memoryOf(server.pid, false)
		await askEach(server, accessTokens.slice(warmUp))
		const after = await memoryOf(server.pid, false)
		return [
			plain(`memory after ${warmUp} sessions`, before, 'MiB'),
			plain(`memory after ${more} more`, after, 'MiB'),
			atMost('memory that these added', after - before, 'MiB', 16),
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
