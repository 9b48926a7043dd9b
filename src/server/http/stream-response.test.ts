import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpServer, listen } from './server.ts'
import { streamResponse } from './stream-response.ts'

const bytes = randomBytes(3_000_000)
const chunks = Array.from({ length: 30 }, (_, i) => bytes.subarray(i * 100_000, (i + 1) * 100_000))
const copies = () => chunks.map((chunk) => Buffer.from(chunk))
const kept = Buffer.from(new Uint8Array(bytes).buffer)
let opened: Readable
let http: HttpServer
let url: string

const app = new Hono()
app.use(async (c, next) => {
	await next()
	c.res.headers.set('x-after', 'yes')
})
app.get('/whole', () => {
	opened = Readable.from(copies())
	const init = { status: 206, headers: { 'content-length': String(bytes.length) } }
	return streamResponse(opened, init, true)
})
app.get('/kept', () => streamResponse(Readable.from([kept]), { headers: {} }))
app.get('/broken', () => {
	const source = Readable.from(
		(async function* () {
			yield* copies().slice(0, 3)
			throw new Error('the disk is gone')
		})(),
	)
	return streamResponse(source, { headers: { 'content-length': String(bytes.length) } })
})
const asked = Promise.withResolvers<void>()
let late: Readable | undefined
app.get('/late', async (c) => {
	const left = once((c.env as HttpBindings).outgoing, 'close')
	asked.resolve()
	await left
	late = Readable.from(copies())
	return streamResponse(late, { headers: {} })
})

beforeAll(async () => {
	http = await listen(['127.0.0.1'], 0)
	http.serve({ fetch: app.fetch, upgrade: () => {}, hot: () => false })
	url = `http://127.0.0.1:${http.port}`
})
afterAll(() => http.drain(0))

it('a file comes whole, with what was said of it after it was found', async () => {
	for (const answer of [await fetch(`${url}/whole`), await app.request('/whole')]) {
		expect([answer.status, answer.headers.get('x-after')]).toEqual([206, 'yes'])
		expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
	}
})

it('many files come at once, none with bytes of another', async () => {
	const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/whole`)))
	const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
	expect(bodies.every((body) => Buffer.from(body).equals(bytes))).toBe(true)
})

it('what somebody keeps is still theirs after it was sent', async () => {
	for (let again = 0; again < 3; again++) {
		const body = await (await fetch(`${url}/kept`)).arrayBuffer()
		expect(Buffer.from(body).equals(bytes)).toBe(true)
	}
	expect(kept.equals(bytes)).toBe(true)
})

it('half a file does not look like a whole one', async () => {
	const answer = await fetch(`${url}/broken`)
	await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
	const inside = await app.request('/broken')
	await expect(inside.arrayBuffer()).rejects.toThrow('the disk is gone')
})

it('nothing is read on for somebody who left', async () => {
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
	const inside = await app.request('/whole')
	await inside.body?.cancel()
	expect(opened.destroyed).toBe(true)
})

it('what was opened for somebody who left before the answer is let go', async () => {
	const asking = request(`${url}/late`).on('error', () => {})
	asking.end()
	await asked.promise
	asking.destroy()
	await expect.poll(() => late?.destroyed).toBe(true)
})
