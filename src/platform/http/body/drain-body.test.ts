import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '#platform/http/node-http.ts'
import { pipeline } from '#test/support/http/pipeline.ts'
import { type DrainLimits, drainAfterAnswer } from './drain-body.ts'

/** Limits by path: each test meets one of them. */
const limits: Record<string, DrainLimits> = {
	'/trickle': { milliseconds: 400, idleMilliseconds: 60_000, bytes: 1024 * 1024 },
	'/idle': { milliseconds: 60_000, idleMilliseconds: 100, bytes: 1024 * 1024 },
	'/endless': { milliseconds: 60_000, idleMilliseconds: 60_000, bytes: 1024 * 1024 },
}
const server = createServer((request, response) => {
	drainAfterAnswer(request, response, 413, limits[request.url ?? ''])
	response.writeHead(413, { 'content-length': 5 })
	response.end('large')
})
let port: number
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	port = (server.address() as { port: number }).port
})
afterAll(() => void server.closeAllConnections())

type Refused = { socket: Socket; closed: Promise<{ received: string }> }

/** Begins a body of a gigabyte. `closed` resolves when the server has ended the connection, in whichever way. */
function begin(path: string, connection: string): Refused {
	const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
	let received = ''
	socket
		.on('error', () => {})
		.on('data', (chunk) => {
			received += String(chunk)
		})
	const closed = new Promise<{ received: string }>((resolve) =>
		server.once('connection', (accepted) => accepted.once('close', () => resolve({ received }))),
	)
	socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-length: 1073741824\r\n\r\n`)
	return { socket, closed }
}

it.each(['close', 'keep-alive'])(
	'a refused client that trickles on %s gets the answer and is cut in time',
	async (connection) => {
		const { socket, closed } = begin('/trickle', connection)
		const trickle = setInterval(() => socket.write('a'), 20)
		const { received } = await closed
		clearInterval(trickle)
		expect(received).toMatch(/^HTTP\/1.1 413 .*large$/s)
	},
)

it.each(['close', 'keep-alive'])(
	'a refused client that never stops sending on %s is cut by its bytes',
	async (connection) => {
		const { socket, closed } = begin('/endless', connection)
		const piece = Buffer.alloc(64 * 1024)
		const send = () => void socket.write(piece, (error) => !error && setImmediate(send))
		send()
		await closed
		// Beyond the limit, the kernel's buffers take some.
		expect(socket.bytesWritten).toBeLessThan(16 * 1024 * 1024)
	},
)

it('a refused client that sends nothing more is cut although it has time left', async () => {
	const { socket, closed } = begin('/idle', 'close')
	const { received } = await closed
	socket.destroy()
	expect(received).toMatch(/large$/)
})

it('the next request on a kept connection is answered after a refused body', async () => {
	const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n'
	const request = head + 'a'.repeat(100_000)
	const answers = await pipeline(new URL(`http://127.0.0.1:${port}`), [request, request, request])
	expect(answers.map(({ body }) => body)).toEqual(['large', 'large', 'large'])
})
