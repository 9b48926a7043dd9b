import { afterAll, beforeAll, expect, it } from 'vitest'
import { pipeline } from '#test/support/http/pipeline.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let url: URL
beforeAll(async () => {
	app = await createTestApp()
	url = new URL(await app.listen())
})
afterAll(() => app.close())

it.each([
	'GET /rest/v1/ HTTP/1.1\r\nhost: 99999999999999999999',
	'GET /auth/v1/settings HTTP/1.1\r\nhost: a b',
	'GET / HTTP/1.1\r\nhost: [::1',
	'GET / HTTP/1.1\r\nhost: localhost:99999',
	'TRACE /storage/v1/bucket HTTP/1.1\r\nhost: localhost',
	'GET http://99999999999999999999/ HTTP/1.1\r\nhost: localhost',
	'GET /health HTTP/1.1\r\nhost: localhost\r\nHOST: elsewhere',
	'GET /auth/v1/user HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer a\r\nAuthorization: Bearer b',
	'GET /rest/v1/spaces HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer a\r\nAuthorization: Bearer b',
])('the malformed request %j is answered 400', async (head) => {
	const [answer] = await pipeline(url, [`${head}\r\nconnection: close\r\n\r\n`])
	expect(answer?.status).toBe(400)
})

it.each([
	['without a host, as load balancers probe,', 'GET /health HTTP/1.0'],
	[
		'that offers an upgrade to HTTP/2',
		'GET /health HTTP/1.1\r\nhost: localhost\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__',
	],
])('a request %s is answered', async (_, head) => {
	const connection = head.includes('upgrade') ? 'Upgrade, HTTP2-Settings, close' : 'close'
	const [answer] = await pipeline(url, [`${head}\r\nconnection: ${connection}\r\n\r\n`])
	expect([answer?.status, answer?.body]).toEqual([200, '{"status":"ok"}'])
})
