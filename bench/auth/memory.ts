import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { atMost, type Figure, plain } from '#bench/figure.ts'
import { memoryOf } from '#bench/processes.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { headersOf } from './auth.ts'

/** Requests in one part of the run; memory is read after each part. */
const requestsInPart = 50_000
const parts = 6
const connections = 16
/**
 * Rounds of read, refresh and update between sign-in and sign-out; with fewer, password hashing would dominate the
 * run.
 */
const rounds = 9

type Answer = { status: number; body: { access_token: string; refresh_token: string } }
type Send = (method: string, path: string, body?: object, token?: string) => Promise<Answer>

/**
 * Measures the server's memory during 300,000 requests from sign-up to sign-out. It must level off: the last 100,000
 * requests may retain nothing.
 */
export async function measureAuthMemory(): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off' })
	try {
		const atRest = await memoryOf(server.pid, false)
		const readings: number[] = []
		for (let part = 1; part <= parts; part++) {
			await sendMixed(server, requestsInPart)
			const reading = await memoryOf(server.pid, false)
			readings.push(reading)
			console.log(`  memory after ${part * requestsInPart} requests: ${Math.round(reading)} MiB`)
		}
		const last = readings.at(-1) ?? 0
		const beforeLast = readings.at(-3) ?? 0
		return [
			plain('memory at rest', atRest, 'MiB'),
			plain(`memory after ${2 * requestsInPart} mixed requests`, readings[1] ?? 0, 'MiB'),
			atMost(`memory after ${parts * requestsInPart} mixed requests`, last, 'MiB', 150),
			atMost(`added by the last ${2 * requestsInPart} of them`, last - beforeLast, 'MiB', 8),
		]
	} finally {
		await server.stop()
	}
}

async function sendMixed(server: Server, count: number): Promise<void> {
	const base = `${server.url.replace('localhost', '127.0.0.1')}/auth/v1`
	const headers = await headersOf(server)
	const agent = new Agent({ keepAlive: true, maxSockets: connections })
	let left = count
	const send: Send = (method, path, body, token) => {
		left--
		const authorization = token ? { authorization: `Bearer ${token}` } : {}
		return ask(agent, base + path, method, { ...headers, ...authorization }, body)
	}
	const person = async () => {
		while (left > 0) await runUserLifecycle(send)
	}
	await Promise.all(Array.from({ length: connections }, person))
	agent.destroy()
}

/** Sends one user's requests from sign-up to sign-out. */
async function runUserLifecycle(send: Send): Promise<void> {
	const credentials = { email: `${randomUUID()}@skerry.example`, password: 'five days of paddling' }
	await expectOk(send('POST', '/signup', credentials))
	let { body: session } = await expectOk(send('POST', '/token?grant_type=password', credentials))
	for (let round = 0; round < rounds; round++) {
		const refresh = { refresh_token: session.refresh_token }
		session = (await expectOk(send('POST', '/token?grant_type=refresh_token', refresh))).body
		await expectOk(send('GET', '/user', undefined, session.access_token))
		await expectOk(send('PUT', '/user', { data: { round } }, session.access_token))
		await expectOk(send('GET', '/settings'))
	}
	await expectOk(send('POST', '/logout', undefined, session.access_token))
}

async function expectOk(answer: Promise<Answer>): Promise<Answer> {
	const { status, body } = await answer
	if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
	return { status, body }
}

function ask(
	agent: Agent,
	url: string,
	method: string,
	headers: Record<string, string>,
	body?: object,
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { agent, method, headers }, async (response) => {
			const chunks: Buffer[] = []
			for await (const chunk of response) chunks.push(chunk)
			const text = Buffer.concat(chunks).toString()
			resolve({ status: response.statusCode ?? 0, body: text ? JSON.parse(text) : {} })
		})
		sent.on('error', reject)
		sent.end(body && JSON.stringify(body))
	})
}
