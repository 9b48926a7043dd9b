import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'

let app: TestApp
let url: string
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
})
afterAll(() => app.close())

/** A request as a socket brings it; `parts` are sent chunked, none at all without any length. */
function send(
	method: string,
	path: string,
	parts: string[] = [],
): Promise<{ status: number; body: string }> {
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

it('takes a DELETE as browsers send it, without a body and without its length', async () => {
	expect(await send('DELETE', '/auth/v1/factors/x')).toMatchObject({ status: 401 })
})

it('reads a body that comes in chunks', async () => {
	const { status } = await send('POST', '/auth/v1/recover', ['{"email":', '"a@example.test"}'])
	expect(status).toBe(200)
	const broken = await send('POST', '/auth/v1/recover', ['{"email":'])
	expect(broken.body).toContain('bad_json')
})

it('stops a body in chunks where it grows too large', async () => {
	const big = '"'.padEnd(700_000, 'x')
	const { status, body } = await send('POST', '/auth/v1/recover', [big, big])
	expect(status).toBe(413)
	expect(body).toContain('request_entity_too_large')
})
