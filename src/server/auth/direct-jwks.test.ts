import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { inApp, overSocket } from '#test/both-doors.ts'
import { rotateKeys } from './bearer/rotate-keys.ts'

const path = '/auth/v1/.well-known/jwks.json'

describe('the public key set', () => {
	let app: TestApp
	let url: string
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
	})
	afterAll(() => app.close())

	it.each(['GET', 'HEAD'])('is answered over a socket as by the app, by %s', async (method) => {
		const [direct, ordinary] = await Promise.all([
			overSocket(`${url}${path}`, method, {}),
			inApp(app, path, method, {}),
		])
		expect(direct).toEqual(ordinary)
		expect(direct.headers['cache-control']).toBe('public, max-age=600')
	})

	it('is rendered once, however often it is asked for, and again after a rotation', async () => {
		const ask = async () => JSON.parse((await overSocket(`${url}${path}`, 'GET', {})).body).keys
		const [{ kid: old }] = await ask()
		const rendered = vi.spyOn(JSON, 'stringify')
		for (let i = 0; i < 5; i++) expect(await ask()).toHaveLength(1)
		const sets = rendered.mock.calls.filter(([value]) => value === app.deps.keys.publicJwks)
		rendered.mockRestore()
		expect(sets).toHaveLength(0)
		const { kid } = await rotateKeys(app.deps, { delaySeconds: 0 })
		await expect.poll(ask).toMatchObject([{ kid }, { kid: old }])
	})

	it('is left to the app in another form', async () => {
		expect((await overSocket(`${url}${path}`, 'POST', {})).status).toBe(405)
		expect((await overSocket(`${url}${path}?x=1`, 'GET', {})).status).toBe(200)
		expect((await overSocket(`${url}${path}/`, 'GET', {})).status).toBe(404)
	})
})
