import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const password = 'five days of paddling'
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }

describe('a proven address', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off', ANONYMOUS_SIGNIN: 'on' })
	})
	afterAll(() => app.close())

	const verify = (body: object) => callAuth(app, 'POST', '/verify', { body })
	const post = (path: string, body: object) => callAuth(app, 'POST', path, { body })

	it('a proven address is marked in the metadata of the user and the identity', async () => {
		const email = 'said@skerry.example'
		const { body: waiting } = await post('/signup', { email, password, data: { seat: 4 } })
		expect(waiting.user_metadata).toEqual({
			seat: 4,
			sub: waiting.id,
			email,
			email_verified: false,
			phone_verified: false,
		})
		expect(waiting.identities[0].identity_data).toMatchObject({ email_verified: false })
		const { tokenHash: token_hash } = await lastMailTo(app, email)
		const { user } = (await verify({ type: 'signup', token_hash })).body
		expect(user.user_metadata).toEqual({ ...waiting.user_metadata, email_verified: true })
		expect(user.identities[0].identity_data).toMatchObject({ email_verified: true })
		expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
	})

	it('a proven address is marked also for a user of an administrator, whose metadata is unchanged until then', async () => {
		const email = 'made@skerry.example'
		const made = await app.admin().auth.admin.createUser({ email, user_metadata: { seat: 4 } })
		expect(made.data.user?.user_metadata).toEqual({ seat: 4 })
		await post('/otp', { email })
		const { code } = await lastMailTo(app, email)
		const { user } = (await verify({ type: 'email', email, token: code })).body
		expect(user.user_metadata).toEqual({ seat: 4, email_verified: true })
		expect(user.email_confirmed_at).toBeDefined()
	})

	it.each(['magiclink', 'recovery'] as const)('a proven address comes by a link of the type %s too', async (type) => {
		const email = `${type}@skerry.example`
		await post('/signup', { email, password })
		const { data } = await app.admin().auth.admin.generateLink({ type, email })
		const { user } = (await verify({ type, token_hash: data.properties?.hashed_token })).body
		expect(user.email_confirmed_at).toBeDefined()
		expect(user.confirmed_at).toBe(user.email_confirmed_at)
	})

	it('a proven address writes to who is new or unconfirmed to confirm, and to others to sign in', async () => {
		const email = 'twice@skerry.example'
		await post('/otp', { email })
		await post('/otp', { email })
		const [first, second] = await mailsTo(app, email)
		expect([first, second].map((mail) => mail?.link.searchParams.get('type'))).toEqual(['signup', 'signup'])
		const { code } = await lastMailTo(app, email)
		expect((await verify({ type: 'email', email, token: code })).status).toBe(200)
		await post('/otp', { email })
		expect((await lastMailTo(app, email)).link.searchParams.get('type')).toBe('magiclink')
	})

	it('a proven address comes by the code of a PKCE mail, and by its link, as a session without a further step', async () => {
		const email = 'pkce@skerry.example'
		await post('/signup', { email, password, ...challenge })
		const { tokenHash } = await lastMailTo(app, email)
		expect(tokenHash).toMatch(/^pkce_/)
		const byLink = await verify({ type: 'signup', token_hash: tokenHash })
		expect(byLink.body).toHaveProperty('refresh_token')
		await post('/otp', { email, ...challenge })
		const { code } = await lastMailTo(app, email)
		expect((await verify({ type: 'magiclink', email, token: code })).body).toHaveProperty('refresh_token')
	})

	it('a proven address makes an anonymous user permanent', async () => {
		const { data } = await app.client().auth.signInAnonymously()
		const bearer = data.session?.access_token ?? ''
		const email = 'somebody@skerry.example'
		await callAuth(app, 'PUT', '/user', { bearer, body: { email } })
		const { tokenHash: token_hash } = await lastMailTo(app, email)
		const { user } = (await verify({ type: 'email_change', token_hash })).body
		expect(user).toMatchObject({
			id: data.user?.id,
			email,
			is_anonymous: false,
			app_metadata: { provider: 'email', providers: ['email'] },
		})
		expect(user).not.toHaveProperty('new_email')
	})
})
