import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const phone = '15559990001'

describe('GET /reauthenticate', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({
			ANONYMOUS_SIGNIN: 'on',
			SMS_AUTOCONFIRM: 'on',
			SMS_TEST_OTP: `${phone}=424242`,
		})
	})
	afterAll(() => app.close())

	const ask = (bearer: string) => callAuth(app, 'GET', '/reauthenticate', { bearer })
	const tokenOf = (session: { access_token: string } | null) => session?.access_token ?? ''

	it('GET /reauthenticate mails a code and answers an empty object', async () => {
		const { token, email } = await app.person()
		const answer = await ask(token)
		expect([answer.status, answer.body]).toEqual([200, {}])
		expect(await mailsTo(app, email)).toMatchObject([{ subject: expect.stringMatching(/^\d{6} /) }])
	})

	it('GET /reauthenticate sends the code by SMS to users without an address', async () => {
		const { data } = await app.client().auth.signUp({ phone, password: 'five days of paddling' })
		const answer = await ask(tokenOf(data.session))
		expect([answer.status, answer.body]).toEqual([200, { message_id: 'test-otp' }])
		await asOwner(app.database, 'update auth.users set phone_confirmed_at = null where phone = $1', [phone])
		expect(errorParts(await ask(tokenOf(data.session)))).toEqual([
			422,
			'phone_not_confirmed',
			'Please verify your phone first.',
		])
	})

	it('GET /reauthenticate is refused for users without a confirmed contact', async () => {
		const { data } = await app.client().auth.signInAnonymously()
		expect(errorParts(await ask(tokenOf(data.session)))).toEqual([
			400,
			'validation_failed',
			'Reauthentication requires the user to have an email or a phone number',
		])
		const { token, id } = await app.person()
		await asOwner(app.database, 'update auth.users set email_confirmed_at = null where id = $1', [id])
		expect(errorParts(await ask(token))).toEqual([422, 'email_not_confirmed', 'Please verify your email first.'])
	})
})
