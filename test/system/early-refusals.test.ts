import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '#platform/http/server.ts'
import { sendWhole } from '#test/support/http/send-whole.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MiB = 1024 * 1024
const json = 'content-type: application/json'
const form = 'content-type: multipart/form-data; boundary=x'
const tus = 'tus-resumable: 1.0.0'

/** Requests that are refused before their body has arrived, with the body's size. */
const requests = [
	['POST /functions/v1/submit', json, 2 * MiB, 413],
	['POST /functions/v1/submit', form, 20 * MiB, '400|413'],
	['POST /functions/v1/events', json, 2 * MiB, 413],
	['POST /functions/v1/nothing-here', json, 2 * MiB, 404],
	['POST /storage/v1/bucket', json, 2 * MiB, 400],
	['POST /storage/v1/object/photos/a.png', 'content-type: image/png', 2 * MiB, 400],
	['POST /storage/v1/object/photos/a.png', form, 2 * MiB, 400],
	['POST /storage/v1/upload/resumable', tus, 2 * MiB, 400],
	['PATCH /storage/v1/upload/resumable/bm90aGluZw', `${tus}\r\nupload-offset: 0`, 2 * MiB, 404],
	['POST /rest/v1/tags', json, 5 * MiB, 413],
	['POST /auth/v1/otp', json, 2 * MiB, 413],
	['POST /realtime/v1/api/broadcast', json, 8 * MiB, 413],
	['POST /nowhere', json, 2 * MiB, 404],
	['POST /auth/v1/otp', 'authorization: Bearer another', 2 * MiB, 400],
] as const

let app: TestApp
let port: number
beforeAll(async () => {
	app = await createTestApp()
	port = Number(new URL(await app.listen()).port)
})
afterAll(() => app.close())

function headOf(line: string, ...headers: string[]): string {
	const key = app.deps.keys.anonKey
	return [`${line} HTTP/1.1`, 'host: x', `apikey: ${key}`, `authorization: Bearer ${key}`, ...headers].join('\r\n')
}
const chunkedBody = (bytes: Buffer) =>
	Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])

for (const connection of ['close', 'keep-alive'])
	for (const [line, type, size, status] of requests)
		it(`${line} (${type}) with ${size} bytes and connection: ${connection} is always answered ${status}`, async () => {
			const body = Buffer.alloc(size, 'a')
			for (let at = 0; at < (size > 8 * MiB ? 3 : 15); at++)
				for (const isChunked of [false, true]) {
					const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${size}`
					const head = headOf(line, type, `connection: ${connection}`, length)
					const answer = await sendWhole(port, head, isChunked ? chunkedBody(body) : body)
					expect(answer).toMatch(new RegExp(`^HTTP/1.1 (${status}) `))
				}
		})

it('a server that starts always answers 503 to a large body', async () => {
	const starting = await listen(['127.0.0.1'], 0)
	const body = Buffer.alloc(2 * MiB, 'a')
	for (let at = 0; at < 15; at++) {
		const length = `content-length: ${body.length}\r\nconnection: close`
		const answer = await sendWhole(starting.port, `POST /functions/v1/submit HTTP/1.1\r\nhost: x\r\n${length}`, body)
		expect(answer).toMatch(/^HTTP\/1.1 503 /)
	}
	await starting.drain(0)
})
