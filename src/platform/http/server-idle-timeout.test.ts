import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from './routing/answer.ts'
import { createRoutes } from './routing/route.ts'
import { createRouter } from './routing/router.ts'
import { type HttpServer, listen } from './server.ts'

let http: HttpServer
let opened: Readable
let early: Promise<Response>[]
const routes = createRoutes({
	prefix: '',
	trust: 'public',
	headers: {},
	cors: false,
	compress: false,
	renderError: () => text('the body broke off', 400),
})
routes.get('/file', () => {
	opened = Readable.from(endless())
	return { status: 200, headers: {}, body: opened }
})
const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
routes.get('/slow', async () => {
	asked.resolve()
	return text(await answer.promise)
})
routes.post('/form', async (x) => text(await x.text(1000)))

function* endless() {
	for (;;) yield Buffer.alloc(64 * 1024)
}

beforeAll(async () => {
	http = await listen(['127.0.0.1'], 0, { idleTimeout: 1000 })
	early = ['/health', '/ready', '/'].map((path) => fetch(`http://127.0.0.1:${http.port}${path}`))
	await Promise.all(early)
	const router = createRouter(routes.list, {
		config: { TRUSTED_PROXIES: [] },
		log: pino({ level: 'silent' }),
	})
	http.serve({ upgrade: () => {}, listener: router.listener })
})
afterAll(() => http.drain(0))

it('an answer that its client stops reading is ended and its file closed', async () => {
	const socket = connect(http.port, '127.0.0.1')
	socket.on('error', () => {})
	socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n')
	await new Promise((resolve) => socket.once('data', resolve))
	socket.pause()
	await expect.poll(() => opened.destroyed).toBe(true)
	socket.destroy()
})

it('a request that stops arriving is ended', async () => {
	const socket = connect(http.port, '127.0.0.1')
	socket.on('error', () => {})
	const isOver = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
	socket.write('POST /form HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
	socket.resume()
	expect(await isOver).toBe(true)
})

it('/health answers from the first moment, and all else is to be retried', async () => {
	const statuses = (await Promise.all(early)).map(({ status }) => status)
	expect(statuses).toEqual([200, 503, 503])
})

it('an idle connection outlives the pools of proxies, which reuse theirs for up to 120 seconds', async () => {
	const response = await fetch(`http://127.0.0.1:${http.port}/health`)
	expect(response.headers.get('keep-alive')).toBe('timeout=125')
})

it('a request in progress is answered before the stop, with connection: close', async () => {
	const slow = fetch(`http://127.0.0.1:${http.port}/slow`)
	await asked.promise
	const drained = http.drain(60_000)
	answer.resolve('here')
	const response = await slow
	expect([await response.text(), response.headers.get('connection')]).toEqual(['here', 'close'])
	await drained
})
