import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '#server/tokens.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'

describe('signing out', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	/** Two devices of one person, and whether each is still signed in. */
	async function twoDevices() {
		const { client: phone, email } = await app.person()
		const laptop = app.client()
		await laptop.auth.signInWithPassword({ email, password: 'correct horse battery' })
		const tokens = await Promise.all(
			[phone, laptop].map(async (device) => {
				const { data } = await device.auth.getSession()
				return data.session?.access_token ?? ''
			}),
		)
		const alive = () =>
			Promise.all(
				tokens.map(async (bearer) => {
					const { status, body } = await callAuth(app, 'GET', '/user', { bearer })
					return status === 200 || body.code
				}),
			)
		return { phone, laptop, alive, tokens }
	}

	it('ends every session unless told otherwise', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut()).error).toBeNull()
		expect(await alive()).toEqual(['session_not_found', 'session_not_found'])
	})

	it('ends this session only', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut({ scope: 'local' })).error).toBeNull()
		expect(await alive()).toEqual(['session_not_found', true])
	})

	it('ends the others only', async () => {
		const { phone, alive } = await twoDevices()
		expect((await phone.auth.signOut({ scope: 'others' })).error).toBeNull()
		expect(await alive()).toEqual([true, 'session_not_found'])
	})

	it('answers 204 without a body, and a second time that the session is gone', async () => {
		const { tokens } = await twoDevices()
		const bearer = tokens[0] ?? ''
		const first = await callAuth(app, 'POST', '/logout?scope=local', { bearer })
		expect([first.status, first.body]).toEqual([204, ''])
		const second = await callAuth(app, 'POST', '/logout?scope=local', { bearer })
		expect(second.body.code).toBe('session_not_found')
	})

	it('ends every session for a token that names none, whatever the scope', async () => {
		const { alive, tokens } = await twoDevices()
		const [, payload = ''] = (tokens[0] ?? '').split('.')
		const { session_id: _, ...claims } = JSON.parse(Buffer.from(payload, 'base64url').toString())
		const bearer = signToken(claims, app.deps.keys.signing)
		expect((await callAuth(app, 'POST', '/logout?scope=local', { bearer })).status).toBe(204)
		expect(await alive()).toEqual(['session_not_found', 'session_not_found'])
	})

	it('refuses a scope that it does not know', async () => {
		const { tokens, alive } = await twoDevices()
		const answer = await callAuth(app, 'POST', '/logout?scope=everyone', {
			bearer: tokens[0] ?? '',
		})
		expect(refusal(answer)).toEqual([
			400,
			'validation_failed',
			'Unsupported logout scope "everyone"',
		])
		expect(await alive()).toEqual([true, true])
	})
})
