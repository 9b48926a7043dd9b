import { createServer, request as forward, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '#test/support/http/free-port.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { Advice } from './advice.ts'
import { checkAddress } from './check-address.ts'

let app: TestApp
let origin: string
const opened: Server[] = []
beforeAll(async () => {
	app = await createTestApp()
	origin = await app.listen()
})
afterEach(() => {
	vi.unstubAllEnvs()
	for (const server of opened.splice(0)) server.close().closeAllConnections()
})
afterAll(() => app.close())

/** Runs the check for the server of this test. */
async function check(siteUrl: string): Promise<string> {
	vi.stubEnv('HOST', '127.0.0.1')
	vi.stubEnv('PORT', new URL(origin).port)
	vi.stubEnv('SITE_URL', siteUrl)
	const found = await checkAddress()
	return found instanceof Advice ? `LOOK ${found.text}` : found
}

async function open(listener: RequestListener): Promise<string> {
	const server = createServer(listener)
	opened.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Forwards requests without upgrades, and refuses bodies as nginx does. */
const openProxy = (mostBytes: number, date?: string, answerToBodies?: number) =>
	open((request, response) => {
		if (answerToBodies && request.method === 'POST') return void response.writeHead(answerToBodies).end('<html></html>')
		if (Number(request.headers['content-length'] ?? 0) > mostBytes)
			return void response.writeHead(413, { 'content-type': 'text/html' }).end('<html>413</html>')
		const { method = 'GET', url = '/' } = request
		const { upgrade: _, connection: __, ...headers } = request.headers
		const onward = forward(`${origin}${url}`, { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...(date ? { date } : {}) })
			answer.pipe(response)
		})
		onward.on('error', () => response.destroy())
		request.pipe(onward)
	})

it('a SITE_URL that leads to the server with large bodies and websockets is right', async () => {
	expect(await check(origin)).toBe('SITE_URL leads here, also with bodies of 2 MB and websockets')
})

it('a proxy with the limit of nginx and without upgrades is found, with the settings that mend it', async () => {
	const error: Error = await check(await openProxy(1024 ** 2)).catch((thrown) => thrown)
	expect(error.message).toMatch(/client_max_body_size 220m; \(body_limit\)\n.*Upgrade.* \(websockets_dropped\)$/)
	const websockets: Error = await check(await openProxy(1e9)).catch((thrown) => thrown)
	expect(websockets.message).toMatch(/^Something in front of this server drops websockets/)
})

it('a proxy that loses the refusal of the large body, and answers 502, has no limit', async () => {
	const proxy = await openProxy(1e9, undefined, 502)
	const error: Error = await check(proxy).catch((thrown) => thrown)
	expect(error.message).toMatch(/^[^\n]*\(websockets_dropped\)$/)
})

it('a fault that IGNORE_FINDINGS names is not told', async () => {
	vi.stubEnv('IGNORE_FINDINGS', 'body_limit websockets_dropped')
	expect(await check(await openProxy(1024 ** 2))).toMatch(/^SITE_URL leads here/)
})

it('a clock that differs by minutes is found', async () => {
	const late = new Date(Date.now() - 300_000).toUTCString()
	await expect(check(await openProxy(1e9, late))).rejects.toThrow('(clock_differs)')
})

it.each([
	[502, {}, 'proxy_error'],
	[200, {}, 'site_url_elsewhere'],
	[404, {}, 'site_url_elsewhere'],
	[301, { location: 'http://other.test/' }, 'site_url_elsewhere'],
])('an answer %i of another program is found', async (status, headers, code) => {
	const other = await open((_, response) => response.writeHead(status, headers).end('<html></html>'))
	await expect(check(other)).rejects.toThrow(`(${code})`)
})

it('a redirect to https asks for a SITE_URL with https', async () => {
	const other = await open((_, response) => response.writeHead(308, { location: 'https://praise.test/' }).end())
	expect(await check(other)).toMatch(/^LOOK .* \(site_url_http\)$/)
})

it.each([
	[
		'a configuration of another installation',
		(): RequestListener => (_, response) => response.end('{"anonKey":"other"}'),
	],
	[
		'an endless answer',
		(): RequestListener => (_, response) => {
			const more = () => {
				while (response.write('x'.repeat(65_536)));
				response.once('drain', more)
			}
			more()
		},
	],
	['a key that is no text', (): RequestListener => (_, response) => response.end('{"anonKey":{}}')],
	['deep JSON', (): RequestListener => (_, response) => response.end('['.repeat(60_000))],
])('%s is no answer of the server', async (_, listener) => {
	await expect(check(await open(listener()))).rejects.toThrow('(site_url_elsewhere)')
})

it('an address that cannot be asked from this machine, and a server that does not run, are no faults', async () => {
	expect(await check(`http://127.0.0.1:${await freePort()}`)).toBe(
		'SITE_URL could not be asked from this machine: ECONNREFUSED',
	)
	expect(await check('https://praise.invalid')).toMatch(/could not be asked from this machine: (ENOTFOUND|EAI_AGAIN)$/)
	const dropped = await open((request) => request.socket.destroy())
	expect(await check(dropped)).toMatch(/could not be asked from this machine: ECONNRESET$/)
	vi.stubEnv('PORT', `${await freePort()}`)
	vi.stubEnv('SITE_URL', origin)
	expect(await checkAddress()).toBe('not asked: no server answers on this machine')
})

it('the body that the check sends is refused by its length: nothing is stored, and no limit is spent', async () => {
	const before = app.deps.metrics.requests.samples()
	await check(origin)
	const answers = app.deps.metrics.requests
		.samples()
		.filter(({ name, labels }) => name === 'plaudit_http_requests_total' && labels?.route === '/functions/v1/events')
	expect(before.length).toBeGreaterThan(0)
	expect(answers.map(({ labels }) => labels?.status)).toEqual(['413'])
})
