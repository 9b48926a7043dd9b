import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { readBytes } from './read-body.ts'

let app: TestApp
let url: string
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
})
afterAll(() => app.close())

const readStream = (body: ReadableStream<Uint8Array>, maxBytes: number, ip: string) =>
	readBytes(Readable.fromWeb(body as WebStream), { maxBytes, contentLength: undefined, ip })

/** A request as a socket brings it; `parts` are sent chunked, none at all without any length. */
function send(method: string, path: string, parts: string[] = []): Promise<{ status: number; body: string }> {
	return new Promise((resolve, reject) => {
		const headers = {
			apikey: app.deps.keys.anonKey,
			'content-type': 'application/json',
			...(parts.length ? { 'transfer-encoding': 'chunked' } : {}),
		}
		const sent = request(url + path, { method, headers }, (response) => {
			let body = ''
			response.setEncoding('utf8')
			response.on('data', (text) => {
				body += text
			})
			response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
		})
		sent.on('error', reject)
		for (const part of parts) sent.write(part)
		sent.end()
	})
}

it('a DELETE without a body and without a length is answered', async () => {
	expect(await send('DELETE', '/auth/v1/factors/x')).toMatchObject({ status: 401 })
})

it('a body in chunks is read whole', async () => {
	const { status } = await send('POST', '/auth/v1/recover', ['{"email":', '"a@example.test"}'])
	expect(status).toBe(200)
	const broken = await send('POST', '/auth/v1/recover', ['{"email":'])
	expect(broken.body).toContain('bad_json')
})

it('a body in chunks is refused when it grows too large', async () => {
	const big = '"'.padEnd(700_000, 'x')
	const { status, body } = await send('POST', '/auth/v1/recover', [big, big])
	expect(status).toBe(413)
	expect(body).toContain('request_entity_too_large')
})

it('the next request on a connection is answered after a large body was refused half-way', async () => {
	const { serviceRoleKey: apikey } = app.deps.keys
	const headers = { apikey, authorization: `Bearer ${apikey}`, 'content-type': 'application/json' }
	const statuses = new Set<string>()
	for (let i = 0; i < 40; i++) {
		const init = { method: 'POST', headers, body: 'a'.repeat(500_000) }
		const refused = await fetch(`${url}/storage/v1/object/avatars/a/b.txt`, init)
		statuses.add(((await refused.json()) as { statusCode: string }).statusCode)
	}
	expect([...statuses]).toEqual(['415'])
})

it('the memory of arriving large bodies is bounded, and small ones are still read', async () => {
	const MiB = 1024 * 1024
	const open: ReadableStreamDefaultController<Uint8Array>[] = []
	const arriving = (bytes: number) =>
		new ReadableStream<Uint8Array>({
			start(controller) {
				open.push(controller)
				controller.enqueue(new Uint8Array(bytes))
			},
		})
	const read = (ip: string) => readStream(arriving(4 * MiB), 4 * MiB, ip)
	const held = Array.from({ length: 32 }, (_, at) => read(`198.51.100.${at >> 3}`))
	// One more finds the little that each of the others was given for nothing, and no more.
	await expect(read('203.0.113.7')).rejects.toMatchObject({ problem: 'busy' })
	const small = await send('POST', '/rest/v1/rpc/no_such_function', ['{}'])
	expect(small.status).toBe(404)
	const large = `{"a":"${'x'.repeat(3 * MiB)}"}`
	expect((await send('POST', '/rest/v1/rpc/no_such_function', [large])).status).toBe(503)
	expect((await send('POST', '/auth/v1/otp', [large.slice(-MiB / 2)])).status).toBe(400)
	for (const controller of open.slice(0, 32)) controller.close()
	expect((await Promise.all(held)).map((body) => body.length)).toEqual(Array.from({ length: 32 }, () => 4 * MiB))
	expect((await send('POST', '/rest/v1/rpc/no_such_function', [large])).status).toBe(404)
})

it('a network that uses its share of memory leaves the rest to others', async () => {
	const MiB = 1024 * 1024
	const open: ReadableStreamDefaultController<Uint8Array>[] = []
	const arriving = () =>
		new ReadableStream<Uint8Array>({
			start(controller) {
				open.push(controller)
				controller.enqueue(new Uint8Array(4 * MiB))
			},
		})
	const read = (ip: string) => readStream(arriving(), 4 * MiB, ip)
	// One household of IPv6 has many addresses.
	const held = Array.from({ length: 8 }, (_, at) => read(`2001:db8:0:7::${at}`))
	await expect(read('2001:db8:0:7:ffff::1')).rejects.toMatchObject({ problem: 'busy' })
	const other = read('2001:db8:0:8::1')
	for (const controller of open.filter((_, at) => at !== 8)) controller.close()
	expect((await Promise.all([...held, other])).map((body) => body.length)).toEqual(
		Array.from({ length: 9 }, () => 4 * MiB),
	)
})

it('a body in chunks of a byte takes no more memory than its bytes', async () => {
	setFlagsFromString('--expose-gc')
	const collectGarbage = runInNewContext('gc') as () => void
	const inUse = () => {
		collectGarbage()
		return process.memoryUsage().heapUsed
	}
	const before = inUse()
	let grown = 0
	let sent = 0
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (++sent === 100_000) {
				grown = inUse() - before
				controller.close()
			} else controller.enqueue(Uint8Array.of(sent % 256))
		},
	})
	const whole = await readStream(body, 1024 * 1024, '203.0.113.7')
	expect(whole).toEqual(Buffer.from(Array.from({ length: 99_999 }, (_, at) => (at + 1) % 256)))
	expect(grown).toBeLessThan(10_000_000)
})

it('a body that does not arrive in time is refused as slow', async () => {
	const limits = { maxBytes: 10, contentLength: undefined, ip: '203.0.113.7', timeout: 20 }
	const slow = new Readable({ read() {} })
	slow.push('a')
	await expect(readBytes(slow, limits)).rejects.toMatchObject({ problem: 'slow' })
})

it('a body that breaks off is refused as broken', async () => {
	const limits = { maxBytes: 10, contentLength: undefined, ip: '203.0.113.7' }
	const broken = new Readable({ read: () => broken.destroy(new Error('reset')) })
	await expect(readBytes(broken, limits)).rejects.toMatchObject({ problem: 'broken' })
	await expect(readBytes(broken, limits)).rejects.toMatchObject({ problem: 'broken' })
})
