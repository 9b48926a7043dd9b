import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpServer, listen } from '#platform/http/server.ts'
import { json, text } from './answer.ts'
import { createRoutes, type Wire } from './route.ts'
import { createRouter } from './router.ts'

const wire: Wire = {
	prefix: '/api',
	trust: 'public',
	headers: { 'x-wire': 'api', 'x-weak': 'wire' },
	cors: true,
	compress: true,
	admit(x) {
		if (x.query('key') === 'bad') throw new Error('bad key')
	},
	renderError: (error) => json({ error: (error as Error).message }, 418),
	unknown: (x, allow) => json({ path: x.path, allow }, allow.length > 0 ? 405 : 404),
}
const routes = createRoutes(wire)
routes.get('/plain', (x) => json({ q: x.query('q') ?? null, none: x.param('none') }))
routes.get('/items/latest', () => text('latest', 200, { 'x-weak': 'own' }))
routes.get('/items/:id', (x) => json({ id: x.param('id') }))
routes.delete('/items/:item/:part', (x) => json({ item: x.param('item'), part: x.param('part') }))
routes.all('/files/*', (x) => text(x.rawPath))
routes.get('/large', () => json({ text: 'a'.repeat(5000) }, 200, { vary: 'origin' }))
routes.get('/acts', () => text('done'), { head: false })
routes.post('/echo', async (x) => text(await x.text(100_000)))
routes.post('/unread', () => text('no', 403))
routes.get('/file', () => ({ status: 200, headers: {}, body: Readable.from([Buffer.from('ab')]) }))
routes.get('/events', () => ({ status: 200, headers: {}, body: events }))
routes.get('/fails', async () => {
	throw new Error('no way')
})
const left = Promise.withResolvers<void>()
const reached = Promise.withResolvers<void>()
routes.get('/waits', async (x) => {
	x.signal.addEventListener('abort', () => left.resolve())
	reached.resolve()
	await left.promise
	return text('too late')
})

let isCancelled = false
const events = new ReadableStream<Uint8Array>({
	start: (controller) => controller.enqueue(Buffer.from('first')),
	cancel() {
		isCancelled = true
	},
})
const router = createRouter(routes.list, {
	config: { TRUSTED_PROXIES: [] },
	log: pino({ level: 'silent' }),
})

let http: HttpServer
let url: string
beforeAll(async () => {
	http = await listen(['127.0.0.1'], 0)
	http.serve({ upgrade: () => {}, listener: router.listener })
	url = `http://127.0.0.1:${http.port}`
})
afterAll(() => http.drain(0))

/** The same request over a socket and without one. */
async function both(path: string, given: RequestInit = {}): Promise<Response> {
	const init = { ...given, headers: { 'accept-encoding': 'identity', ...given.headers } }
	const answers = [await fetch(url + path, init), await router.request(path, init)]
	const [overSocket, inProcess] = await Promise.all(
		answers.map(async (answer) => ({
			status: answer.status,
			body: await answer.clone().text(),
			headers: [...answer.headers].filter(
				([name]) => !/^(date|connection|keep-alive|sb-request-id|transfer-encoding)$/.test(name),
			),
		})),
	)
	expect(inProcess).toEqual(overSocket)
	return answers[0] as Response
}

it('a literal segment is tried before a named one, and a branch without the method is left', async () => {
	expect(await (await both('/api/items/latest')).text()).toBe('latest')
	expect(await (await both('/api/items/a%2Fb')).json()).toEqual({ id: 'a/b' })
	const erased = await both('/api/items/latest/x', { method: 'DELETE' })
	expect(await erased.json()).toEqual({ item: 'latest', part: 'x' })
})

it('a star stands for every address below, and for its own without a slash', async () => {
	for (const path of ['/api/files', '/api/files/', '/api/files/a/b%20c'])
		expect(await (await both(path, { method: 'PUT' })).text()).toBe(path)
})

it('a path is normalised as the URL standard says', async () => {
	const raw = await new Promise<IncomingMessage>((resolve) =>
		request({ port: http.port, path: '/api/x/%2e%2e/files/./a"b' }, resolve).end(),
	)
	expect(String(await raw.toArray())).toBe('/api/files/a%22b')
})

it('an unknown address and an unknown method are answered by the wire, after its checks', async () => {
	const nowhere = await both('/api/nowhere')
	expect([nowhere.status, await nowhere.json()]).toEqual([404, { path: '/api/nowhere', allow: [] }])
	const wrong = await both('/api/plain', { method: 'PUT' })
	expect([wrong.status, await wrong.json()]).toEqual([405, { path: '/api/plain', allow: ['GET'] }])
	expect((await both('/api/nowhere?key=bad')).status).toBe(418)
	expect((await fetch(`${url}/apiary`)).status).toBe(404)
})

it('headers of the wire are on every answer, and weaker than its own', async () => {
	for (const path of ['/api/items/latest', '/api/fails', '/api/nowhere', '/api/file']) {
		const answer = await fetch(url + path)
		expect(answer.headers.get('x-wire')).toBe('api')
		expect(answer.headers.get('x-weak')).toBe(path.endsWith('latest') ? 'own' : 'wire')
		expect(answer.headers.get('sb-request-id')).toMatch(/^[\da-f-]{36}$/)
	}
})

it('HEAD is answered as GET without a body, except where a route forbids it', async () => {
	const answer = await both('/api/plain', { method: 'HEAD' })
	expect([answer.status, await answer.text()]).toEqual([200, ''])
	expect((await both('/api/acts', { method: 'HEAD' })).status).toBe(404)
	expect((await both('/api/acts')).status).toBe(200)
})

it('a preflight is answered before the checks of the wire', async () => {
	const headers = { origin: 'https://shop.test', 'access-control-request-method': 'PUT' }
	const answer = await both('/api/nowhere?key=bad', { method: 'OPTIONS', headers })
	expect([answer.status, answer.headers.get('x-wire')]).toEqual([204, null])
})

it('a long text is compressed for a client that accepts it, and states its length', async () => {
	const answer = await new Promise<IncomingMessage>((resolve) =>
		request(`${url}/api/large`, { headers: { 'accept-encoding': 'gzip' } }, resolve).end(),
	)
	const bytes = Buffer.concat(await answer.toArray())
	expect(answer.headers).toMatchObject({
		'content-encoding': 'gzip',
		'content-length': String(bytes.length),
		vary: 'origin, accept-encoding',
	})
	expect(gunzipSync(bytes).toString()).toContain('aaaa')
})

it('an error before or after a wait is rendered by the wire', async () => {
	expect(await (await both('/api/fails')).json()).toEqual({ error: 'no way' })
	expect(await (await both('/api/plain?key=bad')).json()).toEqual({ error: 'bad key' })
})

it('a body is read whole, and the next request on the connection is heard when it was not read', async () => {
	const body = 'é'.repeat(40_000)
	expect(await (await both('/api/echo', { method: 'POST', body })).text()).toBe(body)
	const large = await both('/api/echo', { method: 'POST', body: body + body })
	expect(await large.json()).toEqual({ error: 'The body is too large' })
	for (let turn = 0; turn < 3; turn++)
		expect((await fetch(`${url}/api/unread`, { method: 'POST', body })).status).toBe(403)
})

it('a stream leaves as it comes, and is cancelled when the client leaves', async () => {
	expect(await (await both('/api/file')).text()).toBe('ab')
	const listening = request(`${url}/api/events`)
	listening.end()
	const [answer] = (await once(listening, 'response')) as [IncomingMessage]
	expect(String((await once(answer, 'data'))[0])).toBe('first')
	listening.destroy()
	await expect.poll(() => isCancelled).toBe(true)
})

it('a handler hears that its client left', async () => {
	const waiting = request(`${url}/api/waits`).on('error', () => {})
	waiting.end()
	await reached.promise
	waiting.destroy()
	await left.promise
})

it('two routes with the same method and path are refused at the start', () => {
	const twice = createRoutes(wire)
	for (const name of ['a', 'b']) twice.get(`/:${name}`, () => text(name))
	const context = { config: { TRUSTED_PROXIES: [] }, log: pino({ level: 'silent' }) }
	expect(() => createRouter(twice.list, context)).toThrow('Two routes answer GET /api/:b')
})
