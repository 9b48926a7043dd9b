import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FetchRules, fetchFailure, fetchGuarded } from './fetch-guarded.ts'

const servers: Server[] = []
let connections = 0
let inner: string

async function listen(answer: RequestListener): Promise<string> {
	const server = createServer(answer)
	servers.push(server)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeAll(async () => {
	inner = await listen((_, response) => {
		connections++
		response.end('a secret of the inner network')
	})
})
afterAll(() => {
	for (const server of servers) {
		server.closeAllConnections()
		server.close()
	}
})

const rules = { maxBytes: 1024 * 1024, milliseconds: 1000, accept: '*/*', allowPrivate: false }
const failure = (address: string, more: Partial<FetchRules> = {}) =>
	fetchGuarded(address, { ...rules, ...more }).then(() => 'fetched', fetchFailure)

it.each([
	...['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'],
	...['10.0.0.1', '169.254.169.254', '192.168.1.1', '[fd00::1]', '0.0.0.0'],
])('nothing is fetched from %s, which is not the public internet', async (host) => {
	expect(await failure(`http://${host}/`)).toBe('It leads to a private network.')
	expect(connections).toBe(0)
})

it('nothing is fetched by other protocols, from other ports or with credentials', async () => {
	expect(await failure('file:///etc/passwd')).toBe('This is not a web address.')
	expect(await failure('https://a:b@pictures.example/')).toBe('The address carries a name or password.')
	expect(await failure('http://pictures.example:22/')).toBe('The address names a port of its own.')
	expect(await failure(inner)).toBe('The address names a port of its own.')
	expect(connections).toBe(0)
})

it('each redirect is checked as the first address was', async () => {
	const targets = ['http://10.0.0.1/', 'http://metadata.invalid/', 'gopher://a/', '//a:b@c.example/']
	const url = await listen((request, response) => {
		response.writeHead(302, { location: targets[Number(request.url?.slice(1))] ?? '/0' }).end()
	})
	// The test's own server stands for a public one: only its address may be connected to.
	const mayConnect = (ip: string) => ip === '127.0.0.1'
	const outcomes = await Promise.all(targets.map((_, at) => failure(`${url}/${at}`, { mayConnect })))
	expect(outcomes).toEqual([
		'It leads to a private network.',
		'It could not be reached.',
		'This is not a web address.',
		'The address carries a name or password.',
	])
})

it('an answer that drips, is silent, too large or endless ends at its limit', async () => {
	const url = await listen((request, response) => {
		if (request.url === '/silent') return
		if (request.url === '/claims')
			return response.writeHead(200, { 'content-length': String(2 * 1024 ** 3) }).write('x')
		response.writeHead(200)
		if (request.url === '/drips') {
			const timer = setInterval(() => response.write('x'), 50)
			return response.on('close', () => clearInterval(timer))
		}
		const more = () => {
			while (!response.destroyed && response.write('x'.repeat(65_536)));
		}
		response.on('drain', more)
		more()
	})
	const outcomes = await Promise.all(
		['silent', 'drips', 'claims', 'endless'].map((path) => failure(`${url}/${path}`, { allowPrivate: true })),
	)
	expect(outcomes).toEqual([
		'It did not answer in time.',
		'It did not answer in time.',
		'It is larger than 1 MB.',
		'It is larger than 1 MB.',
	])
})
