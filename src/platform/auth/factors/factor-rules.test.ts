import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('second factors', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const enroll = (bearer: string, friendly_name: string) =>
		callAuth(app, 'POST', '/factors', { bearer, body: { factor_type: 'totp', friendly_name } })
	const challenge = (bearer: string, id: string) => callAuth(app, 'POST', `/factors/${id}/challenge`, { bearer })
	const age = (id: string) =>
		asOwner(app.database, "update auth.mfa_factors set created_at = created_at - interval '6 minutes' where id = $1", [
			id,
		])

	it('abandoned second factors make room for the next, and those with a challenge stay', async () => {
		const { client, token } = await app.person()
		const left = (await enroll(token, 'left')).body.id
		const tried = (await enroll(token, 'tried')).body.id
		const fresh = (await enroll(token, 'fresh')).body.id
		await challenge(token, tried)
		for (const id of [left, tried]) await age(id)
		const again = await enroll(token, 'left')
		expect(again.status).toBe(200)
		const { data } = await client.auth.mfa.listFactors()
		expect(data?.all.map(({ id }) => id).sort()).toEqual([tried, fresh, again.body.id].sort())
	})

	it('second factors have a name of at most 255 characters', async () => {
		const { token } = await app.person()
		const name = (length: number) => randomBytes(length).toString('base64').slice(0, length)
		expect((await enroll(token, name(255))).status).toBe(200)
		expect(errorParts(await enroll(token, name(9000)))).toEqual([
			400,
			'validation_failed',
			'friendly_name must be 255 characters or less',
		])
	})

	it('unverified second factors are deleted when one of their kind is verified', async () => {
		const { client, token } = await app.person()
		await enroll(token, 'unfinished')
		const { body } = await enroll(token, 'proven')
		const totp = new TOTP({ secret: Secret.fromBase32(body.totp.secret) })
		await client.auth.mfa.challengeAndVerify({ factorId: body.id, code: totp.generate() })
		const { data } = await client.auth.mfa.listFactors()
		expect(data?.all).toMatchObject([{ id: body.id, status: 'verified' }])
	})

	it('deleting a second factor lowers every session that it raised', async () => {
		const { client, email, token } = await app.person()
		const { body } = await enroll(token, 'app')
		const totp = new TOTP({ secret: Secret.fromBase32(body.totp.secret) })
		const raise = (who: typeof client, steps: number) =>
			who.auth.mfa.challengeAndVerify({
				factorId: body.id,
				code: totp.generate({ timestamp: Date.now() + steps * 30_000 }),
			})
		await raise(client, 0)
		const other = app.client()
		await other.auth.signInWithPassword({ email, password: 'correct horse battery' })
		expect((await raise(other, 1)).error).toBeNull()
		expect((await client.auth.mfa.unenroll({ factorId: body.id })).error).toBeNull()
		for (const each of [client, other]) {
			expect((await each.auth.refreshSession()).error).toBeNull()
			const { data } = await each.auth.mfa.getAuthenticatorAssuranceLevel()
			expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
			expect(data?.currentAuthenticationMethods).toMatchObject([{ method: 'password' }])
		}
	})

	it('a second factor that was enrolled by password alone proves nothing once the owner has a verified one', async () => {
		const sms = await createTestApp({ MFA_PHONE_ENABLED: 'on', SMS_TEST_OTP: '15550002222=123456' }, app.database)
		const { client, email, token } = await sms.person()
		const call = (bearer: string, path: string, body: object) =>
			callAuth(sms, 'POST', `/factors${path}`, { bearer, body })
		const stranger = sms.client()
		const comeIn = async () => {
			const credentials = { email, password: 'correct horse battery' }
			return (await stranger.auth.signInWithPassword(credentials)).data.session?.access_token ?? ''
		}
		const before = await comeIn()
		const begun = await call(before, '', { factor_type: 'phone', phone: '15550002222' })
		const asked = await call(before, `/${begun.body.id}/challenge`, {})
		const { body } = await call(token, '', { factor_type: 'totp', friendly_name: 'mine' })
		const totp = new TOTP({ secret: Secret.fromBase32(body.totp.secret) })
		await client.auth.mfa.challengeAndVerify({ factorId: body.id, code: totp.generate() })

		const after = await comeIn()
		const tries = [
			await call(after, `/${begun.body.id}/challenge`, {}),
			await call(after, `/${begun.body.id}/verify`, {
				challenge_id: asked.body.id,
				code: '123456',
			}),
		]
		for (const answer of tries)
			expect(errorParts(answer)).toEqual([403, 'insufficient_aal', 'AAL2 required to enroll a new factor'])
		await sms.close()
	})

	it('second factors are ten at most, however many are asked for at once', async () => {
		const { token } = await app.person()
		const answers = await Promise.all(Array.from({ length: 14 }, (_, number) => enroll(token, `app ${number}`)))
		const made = answers.filter(({ status }) => status === 200)
		expect(made).toHaveLength(10)
		for (const answer of answers.filter(({ status }) => status !== 200))
			expect(errorParts(answer)).toEqual([
				422,
				'too_many_enrolled_mfa_factors',
				'Maximum number of verified factors reached, unenroll to continue',
			])
	})

	it('endpoints of second factors check the token before the body', async () => {
		const nobody = '00000000-0000-4000-8000-000000000000'
		for (const path of ['', `/${nobody}/challenge`, `/${nobody}/verify`, '/recovery-codes', '/recovery-codes/verify'])
			for (const body of ['', '{']) {
				const answer = await callAuth(app, 'POST', `/factors${path}`, { body })
				expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'no_authorization'])
			}
		const { token: bearer } = await app.person()
		const verify = (id: string, body: unknown) => callAuth(app, 'POST', `/factors/${id}/verify`, { bearer, body })
		expect(errorParts(await verify('no-uuid', ''))).toEqual([404, 'validation_failed', 'factor_id must be an UUID'])
		expect(errorParts(await verify(nobody, '{'))).toEqual([404, 'mfa_factor_not_found', 'Factor not found'])
		const { id } = (await enroll(bearer, 'app')).body
		const answer = await verify(id, { challenge_id: 'no-uuid', code: '123456' })
		expect([answer.status, answer.body.code]).toEqual([400, 'bad_json'])
	})

	it('second factors are enabled and disabled by settings', async () => {
		const off = await createTestApp({ MFA_TOTP_ENABLED: 'off', DATA_DIR: app.deps.config.DATA_DIR }, app.database)
		const { token } = await app.person()
		const { id } = (await enroll(token, 'app')).body
		const call = (path: string, body: object) => callAuth(off, 'POST', path, { bearer: token, body })
		expect(errorParts(await call('/factors', { factor_type: 'totp' }))).toEqual([
			422,
			'mfa_totp_enroll_not_enabled',
			'MFA enroll is disabled for TOTP',
		])
		expect(errorParts(await call(`/factors/${id}/challenge`, {}))).toEqual([
			422,
			'mfa_totp_verify_not_enabled',
			'MFA verification is disabled for TOTP',
		])
		await off.close()
	})

	it('second factors are refused for tokens without a session and for anonymous users', async () => {
		const nobody = await createTestApp({ ANONYMOUS_SIGNIN: 'on' }, app.database)
		const { data } = await nobody.client().auth.signInAnonymously()
		const bearer = data.session?.access_token ?? ''
		const id = data.user?.id ?? ''
		const words = 'Anonymous user not allowed to perform these actions'
		for (const [method, path] of [
			['POST', '/factors'],
			['POST', `/factors/${id}/challenge`],
			['POST', `/factors/${id}/verify`],
			['DELETE', `/factors/${id}`],
			['GET', '/factors/recovery-codes'],
			['POST', '/factors/recovery-codes'],
			['POST', '/factors/recovery-codes/verify'],
			['POST', '/factors/recovery-codes/regenerate'],
			['DELETE', '/factors/recovery-codes'],
			['GET', '/passkeys'],
			['POST', '/passkeys/registration/options'],
			['DELETE', `/passkeys/${id}`],
		] as const) {
			const body = method === 'POST' ? { factor_type: 'totp', code: '123456' } : undefined
			const answer = await callAuth(nobody, method, path, { bearer, body })
			expect([path, ...errorParts(answer)]).toEqual([path, 403, 'no_authorization', words])
		}
		await nobody.close()
	})
})
