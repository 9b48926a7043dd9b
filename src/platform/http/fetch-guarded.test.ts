import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FetchRules, fetchFailure, fetchGuarded, isPassingFailure, retryAfterOf } from './fetch-guarded.ts'

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

/** For answers that are read to their end, on a machine that is busy. */
const patient = { ...rules, milliseconds: 30_000 }
const packers = {
	gzip: gzipSync,
	'x-gzip': gzipSync,
	deflate: deflateSync,
	br: brotliCompressSync,
	zstd: zstdCompressSync,
}

it.each(Object.entries(packers))('an answer packed as %s is unpacked, up to the limit', async (coding, pack) => {
	const bodies = { '/': pack(Buffer.alloc(1000, 'a')), '/bomb': pack(Buffer.alloc(3_000_000, 'a')) }
	const url = await listen((request, response) => {
		response.setHeader('content-encoding', coding.toUpperCase()).end(bodies[request.url as keyof typeof bodies])
	})
	const { bytes } = await fetchGuarded(url, { ...patient, allowPrivate: true })
	expect(bytes.toString()).toBe('a'.repeat(1000))
	expect(await failure(`${url}/bomb`, { ...patient, allowPrivate: true })).toBe('It is larger than 1 MB.')
	const cut = await fetchGuarded(`${url}/bomb`, { ...patient, allowPrivate: true, isCut: true })
	expect(cut.bytes).toHaveLength(rules.maxBytes)
})

it.each(['gzip', 'br', 'zstd'])('an answer that is not %s as it says is named', async (coding) => {
	const url = await listen((_, response) =>
		response.setHeader('content-encoding', coding).end('plain words, no packing'),
	)
	expect(await failure(url, { ...patient, allowPrivate: true })).toBe('It is packed, and damaged.')
})

it('an answer in an unknown coding, or in two, is refused', async () => {
	const url = await listen((request, response) => {
		response.setHeader('content-encoding', request.url === '/' ? 'compress' : 'gzip, br').end('x')
	})
	for (const path of ['', '/two'])
		expect(await failure(url + path, { ...patient, allowPrivate: true })).toBe(
			'It is packed in a way that is not read here.',
		)
})

it('a busy server and a connection that breaks are told from what stays wrong', async () => {
	const url = await listen((request, response) => {
		const [, path = '', wait] = request.url?.split('/') ?? []
		if (path === 'reset') return request.socket.destroy()
		if (path === 'silent') return
		response.writeHead(Number(path), wait ? { 'retry-after': decodeURIComponent(wait) } : {}).end()
	})
	const outcome = async (path: string) => {
		const error = await fetchGuarded(url + path, {
			...patient,
			allowPrivate: true,
			milliseconds: path === '/silent' ? 300 : 30_000,
		}).catch((e) => e)
		return [isPassingFailure(error), retryAfterOf(error)]
	}
	const outcomes = [
		'/429',
		'/503/7',
		'/502',
		'/504',
		'/reset',
		'/silent',
		'/404',
		'/403',
		'/500',
		'/503/soon',
		'/503/-1',
	]
	expect(await Promise.all(outcomes.map(outcome))).toEqual([
		[true, 0],
		[true, 7],
		[true, 0],
		[true, 0],
		[true, 0],
		[true, 0],
		[false, 0],
		[false, 0],
		[false, 0],
		[true, 0],
		[true, 0],
	])
	const [, seconds] = await outcome(`/503/${encodeURIComponent(new Date(Date.now() + 60_000).toUTCString())}`)
	expect(Number(seconds)).toBeGreaterThan(50)
	expect(Number(seconds)).toBeLessThan(62)
})

it('a server is told the version and the address of this one, as browsers tell theirs', async () => {
	const seen: string[] = []
	const url = await listen((request, response) => {
		seen.push(request.headers['user-agent'] ?? '', request.url ?? '')
		response.end('x')
	})
	await fetchGuarded(` ${url}/a picture/ü.jpg?q=a b `, {
		...patient,
		allowPrivate: true,
		site: 'https://praise.example',
	})
	await fetchGuarded(url, { ...patient, allowPrivate: true })
	expect(seen[0]).toMatch(/^Mozilla\/5\.0 \(compatible; Plaudit\/[\w.-]+; \+https:\/\/praise\.example\)$/)
	expect(seen[1]).toBe('/a%20picture/%C3%BC.jpg?q=a%20b')
	expect(seen[2]).toMatch(/^Mozilla\/5\.0 \(compatible; Plaudit\/[\w.-]+\)$/)
})
