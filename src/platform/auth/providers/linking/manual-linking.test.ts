import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('unlinking an identity', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MANUAL_LINKING: 'on' })
	})
	afterAll(() => app.close())

	const unlink = (id: string, bearer?: string, where = app) =>
		callAuth(where, 'DELETE', `/user/identities/${id}`, bearer ? { bearer } : {})

	it('unlinking an identity is off unless the operator wants it, and asks who is there first', async () => {
		const off = await createTestApp()
		const { token } = await off.person()
		expect((await unlink(randomUUID(), undefined, off)).body.code).toBe('no_authorization')
		expect(errorParts(await unlink(randomUUID(), token, off))).toEqual([
			404,
			'manual_linking_disabled',
			'Manual linking is disabled',
		])
		await off.close()
	})

	it('unlinking an identity keeps the last one', async () => {
		const { client, token } = await app.person()
		const { data } = await client.auth.getUserIdentities()
		expect(errorParts(await unlink(data?.identities[0]?.identity_id ?? '', token))).toEqual([
			422,
			'single_identity_not_deletable',
			'User must have at least 1 identity after unlinking',
		])
		expect((await unlink('one', token)).body.message).toBe('identity_id must be an UUID')
	})

	it('linking and unlinking an identity require aal2 from users with a second factor', async () => {
		const { client, email, token } = await app.person()
		const { data: made } = await client.auth.mfa.enroll({ factorType: 'totp' })
		const totp = new TOTP({ secret: Secret.fromBase32(made?.totp.secret ?? '') })
		const factorId = made?.id ?? ''
		await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
		const low = app.client()
		await low.auth.signInWithPassword({ email, password: 'correct horse battery' })
		const bearer = (await low.auth.getSession()).data.session?.access_token ?? ''
		const add = '/user/identities/authorize?provider=google'
		for (const answer of [await unlink(randomUUID(), bearer), await callAuth(app, 'GET', add, { bearer })])
			expect(errorParts(answer)).toEqual([
				403,
				'insufficient_aal',
				'AAL2 session is required to manage identities when MFA is enabled',
			])
		const raised = (await client.auth.getSession()).data.session?.access_token
		expect(raised).not.toBe(token)
		expect((await unlink(randomUUID(), raised)).body.code).toBe('single_identity_not_deletable')
	})

	it('unlinking an identity keeps the last one also when two go at the same time', async () => {
		const credentials = { email: 'two@skerry.example', password: 'five days of paddling' }
		const phone = '15550004444'
		const confirmed = { email_confirm: true, phone_confirm: true }
		const made = await app.admin().auth.admin.createUser({ ...credentials, ...confirmed, phone })
		const client = app.client()
		const { data } = await client.auth.signInWithPassword(credentials)
		const token = data.session?.access_token ?? ''
		const answers = await Promise.all(
			(made.data.user?.identities ?? []).map(({ identity_id }) => unlink(identity_id, token)),
		)
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
		expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(1)
	})

	it('unlinking an identity ends a change of address or number that is under way', async () => {
		const address = { email: 'pending@skerry.example', password: 'five days of paddling' }
		const confirmed = { email_confirm: true, phone_confirm: true }
		const made = await app.admin().auth.admin.createUser({ ...address, ...confirmed, phone: '15550005555' })
		const client = app.client()
		await client.auth.signInWithPassword(address)
		await client.auth.updateUser({ email: 'mallory@skerry.example' })
		const { tokenHash } = await lastMailTo(app, 'mallory@skerry.example')
		const identity = made.data.user?.identities?.find(({ provider }) => provider === 'email')
		if (!identity) throw new Error('no email identity')
		expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
		const { data: after } = await client.auth.getUser()
		expect(after.user).not.toHaveProperty('new_email')
		const answer = await callAuth(app, 'POST', '/verify', { body: { type: 'email_change', token_hash: tokenHash } })
		expect(answer.body.code).toBe('otp_expired')
	})

	it('unlinking an identity removes its phone, and reveals no identity of other users', async () => {
		const { data } = await app.admin().auth.admin.createUser({
			email: 'both@skerry.example',
			phone: '15550002222',
			password: 'five days of paddling',
			email_confirm: true,
			phone_confirm: true,
		})
		const stranger = await app.admin().auth.admin.createUser({
			email: 'stranger@skerry.example',
			phone: '15550003333',
			password: 'five days of paddling',
			email_confirm: true,
		})
		const client = app.client()
		await client.auth.signInWithPassword({
			email: 'both@skerry.example',
			password: 'five days of paddling',
		})
		const token = (await client.auth.getSession()).data.session?.access_token ?? ''
		const foreign = stranger.data.user?.identities?.[0]?.identity_id ?? ''
		expect(errorParts(await unlink(foreign, token))).toEqual([422, 'identity_not_found', "Identity doesn't exist"])
		const own = data.user?.identities?.[0]?.identity_id
		const elsewhere = await callAuth(app, 'DELETE', `/user/identities/${own}`, {
			bearer: token,
			headers: { 'x-jwt-aud': 'others' },
		})
		expect(errorParts(elsewhere)).toEqual([403, 'unexpected_audience', "Token audience doesn't match request audience"])
		const identity = data.user?.identities?.find(({ provider }) => provider === 'phone')
		if (!identity) throw new Error('no phone identity')
		expect((await client.auth.unlinkIdentity(identity)).error).toBeNull()
		const { data: after } = await client.auth.getUser()
		expect(after.user).toMatchObject({
			phone: '',
			email: 'both@skerry.example',
			app_metadata: { provider: 'email', providers: ['email'] },
		})
	})
})
