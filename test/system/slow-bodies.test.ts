import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyTimeout } from '#platform/http/body/read-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/**
 * Each way in which the server reads a body: through the app or the fast path, with and without a length, as a form.
 */
const requests = [
	['POST /auth/v1/otp', 'content-length: 100', 'request_timeout'],
	['POST /auth/v1/otp', 'transfer-encoding: chunked', 'request_timeout'],
	['POST /auth/v1/token?grant_type=password', 'content-length: 100', 'request_timeout'],
	['POST /auth/v1/token?grant_type=refresh_token', 'content-length: 100', 'request_timeout'],
	['POST /auth/v1/token?grant_type=refresh_token', 'transfer-encoding: chunked', 'request_timeout'],
	['POST /rest/v1/tags', 'content-length: 100', 'PGRST102'],
	['POST /rest/v1/rpc/create_space', 'transfer-encoding: chunked', 'PGRST102'],
	['POST /realtime/v1/api/broadcast', 'content-length: 100', 'error'],
	['POST /realtime/v1/api/broadcast', 'transfer-encoding: chunked', 'error'],
	['POST /realtime/v1/api/broadcast/a/events/b', 'content-length: 100', 'error'],
	['POST /realtime/v1/api/broadcast/a/events/b', 'transfer-encoding: chunked', 'error'],
	['POST /storage/v1/bucket', 'content-length: 100', 'RequestTimeout'],
	['POST /storage/v1/object/list/photos', 'transfer-encoding: chunked', 'RequestTimeout'],
	['POST /functions/v1/submit', 'content-length: 100', 'bad_request'],
	['POST /functions/v1/events', 'transfer-encoding: chunked', 'bad_request'],
] as const

type Begun = { socket: Socket; received(): string; isReleased(): boolean }

describe('stalled bodies', () => {
	let app: TestApp
	let port: number
	const logged: unknown[] = []
	beforeAll(async () => {
		app = await createTestApp()
		port = Number(new URL(await app.listen()).port)
		// With faked timers, a connection that a worker opens would time out.
		await app.stopWorkers()
		for (const level of ['warn', 'error'] as const)
			vi.spyOn(app.deps.log, level).mockImplementation((...words) => void logged.push(words))
	})
	afterAll(() => app.close())
	beforeEach(() => {
		logged.length = 0
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	})
	afterEach(() => {
		vi.unstubAllGlobals()
		vi.useRealTimers()
	})

	/**
	 * Sends the head and the first bytes of a body, and waits until the server waits for the rest.
	 * @returns `isReleased`: whether the server has cleared the body's timer
	 */
	async function begin(line: string, length: string): Promise<Begun> {
		const { setTimeout, clearTimeout } = globalThis
		const cleared: unknown[] = []
		let timer: unknown
		vi.stubGlobal('setTimeout', (callback: () => void, milliseconds: number) => {
			const set = setTimeout(callback, milliseconds)
			// Database connections use timers of the same length; the text of the callback identifies the body's timer.
			if (String(callback).includes('takes too long')) timer = set
			return set
		})
		vi.stubGlobal('clearTimeout', (one: NodeJS.Timeout) => {
			cleared.push(one)
			clearTimeout(one)
		})
		const socket = connect(port, '127.0.0.1')
		let received = ''
		socket.on('data', (chunk) => {
			received += String(chunk)
		})
		const key = app.deps.keys.serviceRoleKey
		const head = [
			`${line} HTTP/1.1`,
			'host: 127.0.0.1',
			`apikey: ${key}`,
			`authorization: Bearer ${key}`,
			'content-type: application/json',
			length,
		]
		const start = length.startsWith('transfer') ? '5\r\n{"a":\r\n' : '{"a":'
		socket.write(`${head.join('\r\n')}\r\n\r\n${start}`)
		await expect.poll(() => timer).toBeDefined()
		return { socket, received: () => received, isReleased: () => cleared.includes(timer) }
	}

	it.each(requests)(
		'a stalled body of %s with %s is answered 408, and the connection ends',
		async (line, length, code) => {
			const { socket, received } = await begin(line, length)
			const ended = new Promise((resolve) => socket.once('close', resolve))
			await vi.advanceTimersByTimeAsync(bodyTimeout)
			await ended
			expect(received()).toContain('HTTP/1.1 408 ')
			expect(received()).toContain('The body takes too long')
			expect(received()).toContain(`"${code}"`)
			expect(logged).toEqual([])
		},
	)

	it.each(requests)('a stalled body of %s with %s logs no error when its sender disconnects', async (line, length) => {
		const { socket, isReleased } = await begin(line, length)
		socket.destroy()
		await expect.poll(isReleased).toBe(true)
		await app.fetch(`${app.url}/auth/v1/health`)
		expect(logged).toEqual([])
	})
})
