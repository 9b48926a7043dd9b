import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** Never answers. */
const silent = createServer(() => {})
let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on' })
	await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
	silent.closeAllConnections()
	silent.close()
	await app.close()
})

it('the preview of a link says that the server did not answer in time', async () => {
	const { token } = await app.person()
	const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
	const response = await app.fetch(`${app.url}/functions/v1/link-preview`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ url }),
	})
	expect(response.status).toBe(422)
	expect((await response.json()).error.fields).toEqual({ url: 'It did not answer in time.' })
})
