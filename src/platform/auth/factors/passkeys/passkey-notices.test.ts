import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthenticator } from '#test/fakes/authenticator.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('notices about factors and passkeys', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({
			MAIL_NOTICES: 'passkey_created passkey_deleted recovery_code_used mfa_factor_unenrolled',
		})
	})
	afterAll(() => app.close())

	const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

	async function withPasskey() {
		const person = await app.person()
		const { passkey } = person.client.auth
		const { data: started } = await passkey.startRegistration()
		if (!started) throw new Error('no ceremony')
		expect(await mailsTo(app, person.email)).toHaveLength(0)
		const credential = createAuthenticator(app.url).create(started.options)
		const { data } = await passkey.verifyRegistration({
			challengeId: started.challenge_id,
			credential,
		})
		return { ...person, passkeyId: data?.id ?? '' }
	}
	async function withFactor() {
		const person = await app.person()
		const { data } = await person.client.auth.mfa.enroll({ factorType: 'totp' })
		const totp = new TOTP({ secret: Secret.fromBase32(data?.totp.secret ?? '') })
		const factorId = data?.id ?? ''
		await person.client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
		return { ...person, factorId }
	}

	it('users get a notice of a new passkey and of one that they remove', async () => {
		const { client, email, passkeyId } = await withPasskey()
		expect(await subjectsTo(email)).toEqual(['A passkey was added to your Plaudit account'])
		const { error } = await client.auth.passkey.delete({ passkeyId })
		expect(error).toBeNull()
		expect(await subjectsTo(email)).toContain('A passkey was removed from your Plaudit account')
	})

	it('users get a notice of a passkey that an administrator removes, in their language', async () => {
		const { client, email, id, passkeyId } = await withPasskey()
		await client.auth.updateUser({ data: { locale: 'fr' } })
		const headers = { apikey: app.deps.keys.serviceRoleKey }
		const gone = await callAuth(app, 'DELETE', `/admin/users/${id}/passkeys/${passkeyId}`, {
			headers,
			bearer: app.deps.keys.serviceRoleKey,
		})
		expect(gone.status).toBe(204)
		expect((await lastMailTo(app, email)).subject).toBe('Une clé d’accès a été retirée de votre compte Plaudit')
	})

	it('users get a notice of a recovery code that was used, and how many are left; not of a wrong one', async () => {
		const { client, email } = await withFactor()
		const { data } = await client.auth.mfa.recoveryCodes.generate()
		const verify = (code: string) => client.auth.mfa.recoveryCodes.verify({ code })
		expect((await verify('zzzzzzzzzzzzzzzz')).error?.code).toBe('mfa_verification_failed')
		expect(await mailsTo(app, email)).toHaveLength(0)
		expect((await verify(data?.codes[0] ?? '')).error).toBeNull()
		const mail = await lastMailTo(app, email)
		expect(mail.subject).toBe('A recovery code of your Plaudit account was used')
		expect(mail.text?.replaceAll('\n', ' ')).toContain('Codes left: 9.')
	})

	it('users get a notice of a second factor that an administrator removes, but not of an unfinished one', async () => {
		const { client, email, id, factorId } = await withFactor()
		const { data: unfinished } = await client.auth.mfa.enroll({
			factorType: 'totp',
			friendlyName: 'Another',
		})
		const { admin } = app.admin().auth
		for (const gone of [unfinished?.id ?? '', factorId])
			expect((await admin.mfa.deleteFactor({ id: gone, userId: id })).error).toBeNull()
		expect(await subjectsTo(email)).toEqual(['A second factor was removed from your Plaudit account'])
	})
})
