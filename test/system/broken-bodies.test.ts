import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Writes bytes on a new socket and reads until the server closes it, or resets it after `leave` milliseconds. */
function write(url: URL, text: string, leave?: number): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(Number(url.port), url.hostname)
		let received = ''
		socket.on('data', (chunk) => {
			received += chunk
		})
		socket.on('error', () => {})
		socket.on('close', () => resolve(received))
		socket.write(text)
		if (leave !== undefined) setTimeout(() => socket.resetAndDestroy(), leave)
	})
}

/** An unhandled error, which would crash the server, also fails the test run. */
describe('truncated bodies', () => {
	let app: TestApp
	let url: URL
	let keys: string
	beforeAll(async () => {
		app = await createTestApp()
		url = new URL(await app.listen())
		const { serviceRoleKey } = app.deps.keys
		keys = `apikey: ${serviceRoleKey}\r\nauthorization: Bearer ${serviceRoleKey}\r\n`
		await app.admin().storage.createBucket('broken', { public: true })
	})
	afterAll(() => app.close())

	const json = 'content-type: application/json'
	const form = 'content-type: multipart/form-data; boundary=b'
	const text = 'content-type: text/plain'
	it.each([
		['POST', '/rest/v1/tags', json],
		['POST', '/rest/v1/rpc/create_space', json],
		['POST', '/auth/v1/signup', json],
		['POST', '/functions/v1/submit', json],
		['POST', '/functions/v1/submit', form],
		['POST', '/storage/v1/bucket', json],
		['POST', '/storage/v1/object/broken/a.txt', text],
		['POST', '/storage/v1/object/nowhere/a.txt', text],
		['POST', '/storage/v1/object/broken/a.txt', form],
		['POST', '/storage/v1/upload/resumable', `tus-resumable: 1.0.0\r\nupload-length: 9\r\n${text}`],
		['POST', '/realtime/v1/api/broadcast', json],
	])('a truncated body of %s %s with %s does not crash the server', async (method, path, type) => {
		const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\n${keys}${type}\r\n`
		const part = '--b\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\n\r\nabc'
		const begun = type === form ? part : '{"a"'
		const length = begun.length.toString(16)
		await write(url, `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`)
		await write(url, `${head}transfer-encoding: chunked\r\n\r\n${length}\r\n${begun}\r\nzz\r\n`)
		for (const leave of [1, 20, 60]) await write(url, `${head}content-length: 9000\r\n\r\n${begun}`, leave)
		expect((await fetch(`${url.origin}/health`)).status).toBe(200)
	})
})
