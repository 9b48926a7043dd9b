import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { rotateKeys } from './accounts/keys/rotate-keys.ts'

const path = '/auth/v1/.well-known/jwks.json'

describe('the public key set', () => {
	let app: TestApp
	let url: string
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
	})
	afterAll(() => app.close())

	it('the public key set is answered to GET, and its head to HEAD', async () => {
		const answer = await fetch(url + path)
		expect(await answer.json()).toEqual(app.deps.keys.publicJwks)
		const head = await fetch(url + path, { method: 'HEAD' })
		for (const { status, headers } of [answer, head]) {
			expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
			expect(headers.get('content-length')).toBe(String(JSON.stringify(app.deps.keys.publicJwks).length))
		}
	})

	it('a client that has the public key set gets 304, until a rotation', async () => {
		const etag = (await fetch(url + path)).headers.get('etag') ?? ''
		expect(etag).toMatch(/^"[\w-]{43}"$/)
		for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
			const again = await fetch(url + path, { headers: { 'if-none-match': known } })
			expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
		}
		for (const other of ['"other"', etag.slice(1, -1), '']) {
			const whole = await fetch(url + path, { headers: { 'if-none-match': other } })
			expect(whole.status).toBe(200)
			expect(await whole.json()).toEqual(app.deps.keys.publicJwks)
		}
	})

	it('the public key set is rendered once, and again after a rotation', async () => {
		const ask = async () => ((await (await fetch(url + path)).json()) as { keys: object[] }).keys
		const [old] = (await ask()) as { kid: string }[]
		const rendered = vi.spyOn(JSON, 'stringify')
		for (let i = 0; i < 5; i++) expect(await ask()).toHaveLength(1)
		const sets = rendered.mock.calls.filter(([value]) => value === app.deps.keys.publicJwks)
		rendered.mockRestore()
		expect(sets).toHaveLength(0)
		const { kid } = await rotateKeys(app.deps, { delaySeconds: 0 })
		await expect.poll(ask).toMatchObject([{ kid }, { kid: old?.kid }])
	})

	it('the public key set has one address and no other method', async () => {
		expect((await fetch(url + path, { method: 'POST' })).status).toBe(405)
		expect((await fetch(`${url}${path}?x=1`)).status).toBe(200)
		expect((await fetch(`${url}${path}/`)).status).toBe(404)
	})
})
