import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '#platform/http/routing/answer.ts'
import { createRoutes } from '#platform/http/routing/route.ts'
import { createRouter } from '#platform/http/routing/router.ts'
import { type HttpServer, listen } from '#platform/http/server.ts'

const bytes = randomBytes(3_000_000)
const chunks = Array.from({ length: 30 }, (_, i) => bytes.subarray(i * 100_000, (i + 1) * 100_000))
const copies = () => chunks.map((chunk) => Buffer.from(chunk))
const kept = Buffer.from(new Uint8Array(bytes).buffer)
let opened: Readable
let http: HttpServer
let url: string

const routes = createRoutes({
	prefix: '/files',
	trust: 'public',
	headers: { 'x-wire': 'files' },
	cors: false,
	compress: false,
	renderError: () => text('', 500),
})
routes.get('/whole', () => {
	opened = Readable.from(copies())
	const headers = { 'content-length': String(bytes.length) }
	return { status: 206, headers, body: opened, releaseBuffers: true }
})
routes.get('/kept', () => ({ status: 200, headers: {}, body: Readable.from([kept]) }))
routes.get('/broken', () => {
	const source = Readable.from(
		(async function* () {
			yield* copies().slice(0, 3)
			throw new Error('the disk is gone')
		})(),
	)
	return { status: 200, headers: { 'content-length': String(bytes.length) }, body: source }
})
const asked = Promise.withResolvers<void>()
let late: Readable | undefined
routes.get('/late', async ({ signal }) => {
	const left = once(signal, 'abort')
	asked.resolve()
	await left
	late = Readable.from(copies())
	return { status: 200, headers: {}, body: late }
})
const router = createRouter(routes.list, {
	config: { TRUSTED_PROXIES: [] },
	log: pino({ level: 'silent' }),
})

beforeAll(async () => {
	http = await listen(['127.0.0.1'], 0)
	http.serve({ upgrade: () => {}, listener: router.listener })
	url = `http://127.0.0.1:${http.port}/files`
})
afterAll(() => http.drain(0))

it('a file is sent whole, with the headers of its wire', async () => {
	for (const answer of [await fetch(`${url}/whole`), await router.request('/files/whole')]) {
		expect([answer.status, answer.headers.get('x-wire')]).toEqual([206, 'files'])
		expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
	}
})

it('many files are sent at once, none with bytes of another', async () => {
	const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/whole`)))
	const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
	expect(bodies.every((body) => Buffer.from(body).equals(bytes))).toBe(true)
})

it('chunks that the server keeps are unchanged after they were sent', async () => {
	for (let again = 0; again < 3; again++) {
		const body = await (await fetch(`${url}/kept`)).arrayBuffer()
		expect(Buffer.from(body).equals(bytes)).toBe(true)
	}
	expect(kept.equals(bytes)).toBe(true)
})

it('a file that breaks off does not look complete', async () => {
	const answer = await fetch(`${url}/broken`)
	await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
	const inside = await router.request('/files/broken')
	await expect(inside.arrayBuffer()).rejects.toThrow('the disk is gone')
})

it('a file is not read on for a client that left', async () => {
	await new Promise<void>((resolve) => {
		const asking = request(`${url}/whole`, (answer) => {
			answer.once('data', () => {
				asking.destroy()
				resolve()
			})
		})
		asking.end()
	})
	await expect.poll(() => opened.destroyed).toBe(true)
	const inside = await router.request('/files/whole')
	await inside.body?.cancel()
	expect(opened.destroyed).toBe(true)
})

it('a file that is opened after its client left is closed', async () => {
	const asking = request(`${url}/late`).on('error', () => {})
	asking.end()
	await asked.promise
	asking.destroy()
	await expect.poll(() => late?.destroyed).toBe(true)
})
