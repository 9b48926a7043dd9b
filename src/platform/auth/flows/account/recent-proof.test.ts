import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageProof } from '#test/support/auth/age-proof.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const next = 'another good one'
const needed = [400, 'reauthentication_needed', 'This change requires reauthentication']
const currentNeeded = [400, 'current_password_required', 'Current password required when setting new password.']

describe('a session that proved nothing for ten minutes', () => {
	let app: TestApp
	let reference: TestApp
	beforeAll(async () => {
		const settings = {
			PASSKEYS_ENABLED: 'on',
			MANUAL_LINKING: 'on',
			GOOGLE_CLIENT_ID: 'plaudit',
			GOOGLE_CLIENT_SECRET: 'secret',
			SMS_TEST_OTP: '15550009999=123456',
			SECURE_EMAIL_CHANGE: 'off',
		}
		app = await createTestApp(settings)
		const shared = { ...settings, DATA_DIR: app.deps.config.DATA_DIR, PASSWORD_REQUIRE_CURRENT: 'off' }
		reference = await createTestApp(shared, app.database)
		await reference.stopWorkers()
	})
	afterAll(async () => {
		await reference.close()
		await app.close()
	})

	const call = (method: string, path: string, bearer: string, body?: unknown, node = app) =>
		callAuth(node, method, path, { bearer, ...(body === undefined ? {} : { body }) })
	const put = (bearer: string, body: unknown, node = app) => call('PUT', '/user', bearer, body, node)
	async function stale() {
		const person = await app.person()
		await ageProof(app.database, person.id)
		return person
	}
	const addFactor = async (userId: string, status: string) => {
		const [row] = await asOwner<{ id: string }>(
			app.database,
			"insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2) returning id",
			[userId, status],
		)
		return row?.id ?? ''
	}

	it('a new password needs the present one', async () => {
		const { token } = await stale()
		expect(errorParts(await put(token, { password: next }))).toEqual(currentNeeded)
		const wrong = await put(token, { password: next, current_password: 'not this one' })
		expect(wrong.body.code).toBe('current_password_invalid')
		expect((await put(token, { password: next, current_password: password })).status).toBe(200)
	})

	it('a mailed code stands for the present password, and an invented one does not', async () => {
		const { token, client, email } = await stale()
		expect((await put(token, { password: next, nonce: '123456' })).body.code).toBe('reauthentication_not_valid')
		await client.auth.reauthenticate()
		const { code } = await lastMailTo(app, email)
		expect((await put(token, { password: next, nonce: code })).status).toBe(200)
	})

	it('an account without a password needs a mailed code for its first', async () => {
		const { token, id, client, email } = await stale()
		await asOwner(app.database, 'update auth.users set encrypted_password = null where id = $1', [id])
		expect((await put(token, { password: next })).body.code).toBe('reauthentication_needed')
		expect((await put(token, { password: next, current_password: password })).body.code).toBe(
			'current_password_invalid',
		)
		await client.auth.reauthenticate()
		const { code } = await lastMailTo(app, email)
		expect((await put(token, { password: next, nonce: code })).status).toBe(200)
	})

	it('a recovery link opens the way to a new password for ten minutes', async () => {
		const { email, id } = await app.person()
		const forgetful = app.client()
		await forgetful.auth.resetPasswordForEmail(email)
		const { code } = await lastMailTo(app, email)
		await forgetful.auth.verifyOtp({ type: 'recovery', email, token: code })
		expect((await forgetful.auth.updateUser({ password: next })).error).toBeNull()
		await ageProof(app.database, id)
		const { error } = await forgetful.auth.updateUser({ password: 'a third good one' })
		expect(error?.code).toBe('current_password_required')
	})

	it('a sign-in of the last ten minutes is proof, and a refresh of the session is none', async () => {
		const { client, id } = await stale()
		await client.auth.refreshSession()
		expect((await client.auth.updateUser({ password: next })).error?.code).toBe('current_password_required')
		const { data } = await app.admin().auth.admin.getUserById(id)
		const again = app.client()
		await again.auth.signInWithPassword({ email: data.user?.email ?? '', password })
		expect((await again.auth.updateUser({ password: next })).error).toBeNull()
	})

	it('a second factor is neither added, confirmed nor removed', async () => {
		const { token, id } = await stale()
		expect(errorParts(await call('POST', '/factors', token, { factor_type: 'totp' }))).toEqual(needed)
		const pending = await addFactor(id, 'unverified')
		expect(errorParts(await call('POST', `/factors/${pending}/challenge`, token))).toEqual(needed)
		const body = { challenge_id: pending, code: '123456' }
		expect(errorParts(await call('POST', `/factors/${pending}/verify`, token, body))).toEqual(needed)
		expect((await call('DELETE', `/factors/${pending}`, token)).status).toBe(200)

		const verified = await addFactor(id, 'verified')
		await asOwner(app.database, "update auth.sessions set aal = 'aal2' where user_id = $1", [id])
		expect(errorParts(await call('DELETE', `/factors/${verified}`, token))).toEqual(needed)
		for (const [method, path] of [
			['POST', '/factors/recovery-codes'],
			['POST', '/factors/recovery-codes/regenerate'],
			['DELETE', '/factors/recovery-codes'],
		] as const)
			expect(errorParts(await call(method, path, token))).toEqual(needed)
		expect((await call('POST', `/factors/${verified}/challenge`, token)).status).toBe(200)
	})

	it('a passkey is neither added nor removed', async () => {
		const { token, id } = await stale()
		expect(errorParts(await call('POST', '/passkeys/registration/options', token))).toEqual(needed)
		const body = { challenge_id: id, credential: {} }
		expect(errorParts(await call('POST', '/passkeys/registration/verify', token, body))).toEqual(needed)
		expect(errorParts(await call('DELETE', `/passkeys/${id}`, token))).toEqual(needed)
		expect((await call('GET', '/passkeys', token)).status).toBe(200)
	})

	it('a contact that opens the account alone is not changed, and other data is', async () => {
		const { token, email } = await stale()
		for (const change of [{ phone: '15550009999' }, { email: `x-${email}` }])
			expect(errorParts(await put(token, change))).toEqual(needed)
		expect((await put(token, { data: { seat: 4 } })).status).toBe(200)
	})

	it('an identity is not linked', async () => {
		const { token } = await stale()
		expect(errorParts(await call('GET', '/user/identities/authorize?provider=google', token))).toEqual(needed)
		const body = { provider: 'google', id_token: 'x.y.z', link_identity: true }
		expect((await call('POST', '/token?grant_type=id_token', token, body)).status).toBe(400)
	})

	it('with PASSWORD_REQUIRE_CURRENT off everything is as in the reference', async () => {
		const { token } = await stale()
		expect((await call('POST', '/factors', token, { factor_type: 'totp' }, reference)).status).toBe(200)
		expect((await call('POST', '/passkeys/registration/options', token, undefined, reference)).status).toBe(200)
		expect((await put(token, { password: next }, reference)).status).toBe(200)
	})
})
