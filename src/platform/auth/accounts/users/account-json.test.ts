import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const password = 'five days of paddling'
const always = [
	'app_metadata',
	'aud',
	'created_at',
	'email',
	'id',
	'identities',
	'is_anonymous',
	'phone',
	'role',
	'updated_at',
	'user_metadata',
]

describe('the wire form of a user', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({
			ANONYMOUS_SIGNIN: 'on',
			SMS_TEST_OTP: '15559990001=424242,15559990002=424242',
		})
	})
	afterAll(() => app.close())

	const me = async (bearer: string) => (await callAuth(app, 'GET', '/user', { bearer })).body
	const keysOf = (user: object) => Object.keys(user).sort()

	it('the wire form of an anonymous user has few fields, and empty texts for unknown contacts', async () => {
		const { data } = await app.client().auth.signInAnonymously({ options: { data: { seat: 4 } } })
		const user = await me(data.session?.access_token ?? '')
		expect(keysOf(user)).toEqual([...always, 'last_sign_in_at'].sort())
		expect(user).toMatchObject({
			aud: 'authenticated',
			role: 'authenticated',
			email: '',
			phone: '',
			is_anonymous: true,
			app_metadata: {},
			user_metadata: { seat: 4 },
			identities: [],
		})
	})

	it('an anonymous user becomes permanent when an administrator gives them a confirmed contact', async () => {
		for (const given of [
			{ phone: '+15559990009', phone_confirm: true },
			{ email: 'given@skerry.example', email_confirm: true },
		]) {
			const { data } = await app.client().auth.signInAnonymously()
			const id = data.user?.id ?? ''
			const changed = await app.admin().auth.admin.updateUserById(id, given)
			expect(changed.data.user?.is_anonymous).toBe(false)
		}
	})

	it('the wire form of a user shows what was sent and what is pending, with times in UTC', async () => {
		const { client, email, token, id } = await app.person()
		expect(keysOf(await me(token))).toEqual([...always, 'confirmed_at', 'email_confirmed_at', 'last_sign_in_at'].sort())
		await client.auth.resetPasswordForEmail(email)
		await client.auth.reauthenticate()
		await client.auth.updateUser({ email: `next-${email}` })
		await client.auth.updateUser({ phone: '+15559990001' })
		const user = await me(token)
		expect(user).toMatchObject({ new_email: `next-${email}`, new_phone: '15559990001', id })
		const times = Object.entries(user).filter(([name]) => name.endsWith('_at'))
		expect(times.map(([name]) => name).sort()).toEqual([
			'confirmed_at',
			'created_at',
			'email_change_sent_at',
			'email_confirmed_at',
			'last_sign_in_at',
			'phone_change_sent_at',
			'reauthentication_sent_at',
			'recovery_sent_at',
			'updated_at',
		])
		for (const [, value] of times) expect(value).toMatch(time)
	})

	it('a user is confirmed since the earlier of two confirmations', async () => {
		const { data } = await app.admin().auth.admin.createUser({
			email: 'both@skerry.example',
			phone: '+15559990002',
			password,
			phone_confirm: true,
		})
		for (const identity of data.user?.identities ?? []) expect(identity.last_sign_in_at).toMatch(time)
		const first = data.user?.phone_confirmed_at
		expect(data.user?.confirmed_at).toBe(first)
		const { data: later } = await app.admin().auth.admin.updateUserById(data.user?.id ?? '', { email_confirm: true })
		expect(later.user?.email_confirmed_at).toMatch(time)
		expect(later.user?.confirmed_at).toBe(first)
	})

	it('the wire form of a user lists identities and factors with exactly their fields', async () => {
		const { client, token, id, email } = await app.person()
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
		const before = await me(token)
		expect(before.factors).toEqual([
			{
				id: data?.id,
				created_at: expect.stringMatching(time),
				updated_at: expect.stringMatching(time),
				status: 'unverified',
				friendly_name: 'App',
				factor_type: 'totp',
				phone: '',
				last_challenged_at: null,
			},
		])
		await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
		const after = await me(token)
		expect(after.factors[0].last_challenged_at).toMatch(time)
		expect(after.identities).toEqual([
			{
				identity_id: expect.any(String),
				id,
				user_id: id,
				identity_data: expect.objectContaining({
					sub: id,
					email,
					email_verified: expect.any(Boolean),
					phone_verified: false,
				}),
				provider: 'email',
				last_sign_in_at: expect.stringMatching(time),
				created_at: expect.stringMatching(time),
				updated_at: expect.stringMatching(time),
				email,
			},
		])
	})

	it('the wire form of a user shows a ban and a deletion to administrators', async () => {
		const { id } = await app.person()
		const { admin } = app.admin().auth
		const banned = await admin.updateUserById(id, { ban_duration: '24h' })
		expect(banned.data.user).toHaveProperty('banned_until', expect.stringMatching(time))
		await admin.deleteUser(id, true)
		const { data } = await admin.getUserById(id)
		expect(data.user?.deleted_at).toMatch(time)
		expect(data.user).toMatchObject({ app_metadata: {}, user_metadata: {} })
	})
})
