import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '#platform/http/node-http.ts'
import { pipeline } from '#test/support/http/pipeline.ts'
import { drainAfterAnswer } from './drain-body.ts'

const limits = { milliseconds: 1500, idleMilliseconds: 150, bytes: 1024 * 1024 }
const server = createServer((request, response) => {
	drainAfterAnswer(request, response, 413, limits)
	response.writeHead(413, { 'content-length': 5 })
	response.end('large')
})
let port: number
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	port = (server.address() as { port: number }).port
})
afterAll(() => void server.closeAllConnections())

type Refused = { socket: Socket; closed: Promise<{ received: string; milliseconds: number }> }

/** Begins a body of a gigabyte. `closed` resolves when the server has ended the connection, in whichever way. */
function begin(connection: string): Refused {
	const started = performance.now()
	const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
	let received = ''
	socket
		.on('error', () => {})
		.on('data', (chunk) => {
			received += String(chunk)
		})
	const closed = new Promise<{ received: string; milliseconds: number }>((resolve) =>
		server.once('connection', (accepted) =>
			accepted.once('close', () => resolve({ received, milliseconds: performance.now() - started })),
		),
	)
	socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-length: 1073741824\r\n\r\n`)
	return { socket, closed }
}

it.each(['close', 'keep-alive'])(
	'a refused client that trickles on %s gets the answer and is cut in time',
	async (connection) => {
		const { socket, closed } = begin(connection)
		const trickle = setInterval(() => socket.write('a'), 20)
		const { received, milliseconds } = await closed
		clearInterval(trickle)
		expect(received).toMatch(/^HTTP\/1.1 413 .*large$/s)
		expect(milliseconds).toBeGreaterThan(limits.milliseconds - 50)
		expect(milliseconds).toBeLessThan(10 * limits.milliseconds)
	},
)

it.each(['close', 'keep-alive'])(
	'a refused client that never stops sending on %s is cut by its bytes',
	async (connection) => {
		const { socket, closed } = begin(connection)
		const piece = Buffer.alloc(64 * 1024)
		const send = () => void socket.write(piece, (error) => !error && setImmediate(send))
		send()
		await closed
		// Beyond the limit, the kernel's buffers take some.
		expect(socket.bytesWritten).toBeLessThan(16 * limits.bytes)
	},
)

it('a refused client that sends nothing more is cut before one that goes on', async () => {
	const { socket, closed } = begin('close')
	const { received, milliseconds } = await closed
	socket.destroy()
	expect(received).toMatch(/large$/)
	expect(milliseconds).toBeLessThan(limits.milliseconds)
})

it('the next request on a kept connection is answered after a refused body', async () => {
	const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n'
	const request = head + 'a'.repeat(100_000)
	const answers = await pipeline(new URL(`http://127.0.0.1:${port}`), [request, request, request])
	expect(answers.map(({ body }) => body)).toEqual(['large', 'large', 'large'])
})
