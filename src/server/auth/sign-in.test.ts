import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'

describe('signing up and in without mail', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	it('signs up with a username, and the session works', async () => {
		const client = app.client()
		const { data, error } = await client.auth.signUp({
			email: 'Isla@Skerry.example',
			password: 'five days of paddling',
			options: { data: { username: 'isla' } },
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			email: 'isla@skerry.example',
			role: 'authenticated',
			aud: 'authenticated',
			app_metadata: { provider: 'email', providers: ['email'] },
			user_metadata: { username: 'isla', email: 'isla@skerry.example', email_verified: true },
			is_anonymous: false,
		})
		expect(data.user?.identities).toHaveLength(1)
		expect(data.session?.token_type).toBe('bearer')
		const { data: again } = await client.auth.getUser()
		expect(again.user?.id).toBe(data.user?.id)
		const { data: claims } = await client.auth.getClaims()
		expect(claims?.claims).toMatchObject({ aal: 'aal1', role: 'authenticated', phone: '' })
	})
})
