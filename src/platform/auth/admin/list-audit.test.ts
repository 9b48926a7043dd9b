import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '#test/fakes/authenticator.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('the audit log', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ REFRESH_REUSE_INTERVAL: '0' })
	})
	afterAll(() => app.close())

	const read = (query = '') => callAuth(app, 'GET', `/admin/audit?${query}`, { bearer: app.deps.keys.serviceRoleKey })
	type Entry = { payload: { action: string; actor_username: string } }
	const actionsOf = async (email: string) => {
		const { body } = await read(`query=author:${email}`)
		return body.map(({ payload }: Entry) => payload.action).reverse()
	}

	it('the audit log lists the events of an account in order, for administrators only', async () => {
		const { client, email, token } = await app.person()
		await client.auth.resetPasswordForEmail(email)
		await client.auth.updateUser({ data: { seat: 4 } })
		await client.auth.updateUser({ password: 'another good one' })
		await client.auth.signOut()
		await client.auth.signInWithPassword({ email, password: 'another good one' })
		expect(await actionsOf(email)).toEqual([
			'user_signedup',
			'login',
			'user_recovery_requested',
			'user_modified',
			'user_updated_password',
			'logout',
			'login',
		])
		expect((await callAuth(app, 'GET', '/admin/audit', { bearer: token })).body.code).toBe('not_admin')
	})

	it('the audit log records refreshed tokens: the first time, and when network or device change', async () => {
		const { client, email } = await app.person()
		const refresh = async (agent: string) => {
			const { data } = await client.auth.getSession()
			const { body } = await callAuth(app, 'POST', '/token?grant_type=refresh_token', {
				body: { refresh_token: data.session?.refresh_token },
				headers: { 'user-agent': agent },
			})
			await client.auth.setSession(body)
		}
		for (const agent of ['one', 'one', 'one', 'other', 'other']) await refresh(agent)
		const lines = await actionsOf(email)
		expect(lines.filter((action: string) => action === 'token_refreshed')).toHaveLength(2)
		const { body } = await read('query=action:token_refreshed')
		expect(body[0]).toMatchObject({
			payload: { actor_username: email, log_type: 'token' },
			ip_address: '127.0.0.1',
		})
	})

	it('the audit log records a replayed refresh token, which ended a session', async () => {
		const { client, email } = await app.person()
		const first = (await client.auth.getSession()).data.session?.refresh_token
		await client.auth.refreshSession()
		await client.auth.refreshSession()
		await callAuth(app, 'POST', '/token?grant_type=refresh_token', {
			body: { refresh_token: first },
		})
		expect((await actionsOf(email)).at(-1)).toBe('token_revoked')
	})

	it('the audit log records no failed sign-in as a sign-in', async () => {
		const { email } = await app.person()
		await app.client().auth.signInWithPassword({ email, password: 'not this one' })
		expect(await actionsOf(email)).toEqual(['user_signedup', 'login'])
	})

	it('the audit log names the method of a sign-in: email, phone, passkey or anonymous', async () => {
		const phone = '15559990004'
		const ways = await createTestApp({ SMS_TEST_OTP: `${phone}=424242`, ANONYMOUS_SIGNIN: 'on' }, app.database)
		const waysOf = async (userId: string) => {
			const { body } = await read('per_page=200')
			const own = body.filter((entry: { payload: { actor_id: string } }) => entry.payload.actor_id === userId)
			return own
				.map(({ payload: { action, traits } }: { payload: { action: string; traits: Record<string, string> } }) =>
					[action, traits?.provider, traits?.method].filter(Boolean).join(' '),
				)
				.reverse()
		}
		const byPhone = ways.client()
		const password = 'correct horse battery'
		await byPhone.auth.signUp({ phone, password })
		const { data } = await byPhone.auth.verifyOtp({ phone, type: 'sms', token: '424242' })
		await byPhone.auth.signInWithPassword({ phone, password })
		expect(await waysOf(data.user?.id ?? '')).toEqual([
			'user_signedup phone',
			'login phone otp',
			'login phone password',
		])

		const nobody = await ways.client().auth.signInAnonymously()
		expect(await waysOf(nobody.data.user?.id ?? '')).toContain('login anonymous anonymous')

		const { id, client } = await ways.person()
		const authenticator = createAuthenticator(ways.url)
		const { data: started } = await client.auth.passkey.startRegistration()
		if (!started) throw new Error('no ceremony')
		await client.auth.passkey.verifyRegistration({
			challengeId: started.challenge_id,
			credential: authenticator.create(started.options),
		})
		const visitor = ways.client()
		const { data: asked } = await visitor.auth.passkey.startAuthentication()
		if (!asked) throw new Error('no ceremony')
		await visitor.auth.passkey.verifyAuthentication({
			challengeId: asked.challenge_id,
			credential: authenticator.get(asked.options),
		})
		expect(await waysOf(id)).toEqual([
			'user_signedup email',
			'login email password',
			'passkey_created',
			'login passkey passkey',
		])
		await ways.close()
	})

	it('the audit log records reauthentication, repeated sign-ups and an administrator’s changes to a factor', async () => {
		const { client, id, email } = await app.person()
		await client.auth.reauthenticate()
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const path = `/admin/users/${id}/factors/${data?.id}`
		const bearer = app.deps.keys.serviceRoleKey
		await callAuth(app, 'PUT', path, { bearer, body: { friendly_name: 'Old phone' } })
		await callAuth(app, 'DELETE', path, { bearer })
		expect((await actionsOf(email)).slice(2)).toEqual([
			'user_reauthenticate_requested',
			'factor_in_progress',
			'factor_updated',
			'factor_deleted',
		])

		await app.client().auth.signUp({ email, password: 'correct horse battery' })
		expect((await actionsOf(email)).at(-1)).toBe('user_repeated_signup')

		const confirming = await createTestApp({ MAIL_AUTOCONFIRM: 'off' }, app.database)
		const signUp = (address: string) =>
			confirming.client().auth.signUp({ email: address, password: 'correct horse battery' })
		await signUp(email)
		expect((await actionsOf(email)).at(-1)).toBe('user_repeated_signup')
		await signUp('waiting@example.test')
		await signUp('waiting@example.test')
		await confirming.client().auth.resend({ type: 'signup', email: 'waiting@example.test' })
		expect(await actionsOf('waiting@example.test')).toEqual([
			'user_signedup',
			'user_confirmation_requested',
			'user_confirmation_requested',
		])
		await confirming.close()
	})

	it('the audit log records users that an administrator creates, changes and generates links for', async () => {
		const { admin } = app.admin().auth
		const email = 'kept@example.test'
		const { data } = await admin.createUser({ email, email_confirm: true })
		const id = data.user?.id ?? ''
		await admin.updateUserById(id, { user_metadata: { seat: 4 } })
		await admin.updateUserById(id, { password: 'another good one' })
		await admin.generateLink({ type: 'recovery', email })
		expect(await actionsOf(email)).toEqual([
			'user_signedup',
			'user_modified',
			'user_modified',
			'user_recovery_requested',
		])
		await admin.generateLink({ type: 'invite', email: 'asked@example.test' })
		expect(await actionsOf('asked@example.test')).toEqual(['user_signedup', 'user_invited'])
	})

	it('the audit log records second factors, invitations and deletions', async () => {
		const { client, id, email } = await app.person()
		const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
		const factorId = data?.id ?? ''
		await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
		await client.auth.mfa.unenroll({ factorId })
		await app.admin().auth.admin.deleteUser(id)
		expect((await actionsOf(email)).slice(2)).toEqual([
			'factor_in_progress',
			'challenge_created',
			'verification_attempted',
			'factor_unenrolled',
			'user_deleted',
		])
		await app.admin().auth.admin.inviteUserByEmail('guest@example.test')
		expect(await actionsOf('guest@example.test')).toContain('user_invited')
	})

	it('the audit log is read in pages, by action, author or type', async () => {
		const all = await read('per_page=2&page=1')
		expect(all.body).toHaveLength(2)
		expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(5)
		expect(all.headers.get('link')).toContain('/admin/audit?page=2&per_page=2>; rel="next"')
		expect(all.body[0]).toMatchObject({
			id: expect.any(String),
			created_at: expect.any(String),
			ip_address: expect.any(String),
			payload: { actor_id: expect.any(String), log_type: expect.any(String) },
		})
		for (const [query, count] of [
			['action:logout', 1],
			['type:token', 4],
			['action:nothing', 0],
		])
			expect((await read(`query=${query}`)).body).toHaveLength(count as number)
		expect((await read('query=password:x')).body.code).toBe('validation_failed')
	})
})
