import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import { mailsTo } from '#test/outbox.ts'

const phone = '15559990001'

describe('asking for a code that proves who sits at the keyboard', () => {
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

	it('mails it, and says nothing else', async () => {
		const { token, email } = await app.person()
		const answer = await ask(token)
		expect([answer.status, answer.body]).toEqual([200, {}])
		expect(await mailsTo(app, email)).toMatchObject([{ subject: expect.stringMatching(/^\d{6} /) }])
	})

	it('sends it to the phone of who has no address, and names the message', async () => {
		const { data } = await app.client().auth.signUp({ phone, password: 'five days of paddling' })
		const answer = await ask(tokenOf(data.session))
		expect([answer.status, answer.body]).toEqual([200, { message_id: 'test-otp' }])
		await asOwner(
			app.database,
			'update auth.users set phone_confirmed_at = null where phone = $1',
			[phone],
		)
		expect(refusal(await ask(tokenOf(data.session)))).toEqual([
			422,
			'phone_not_confirmed',
			'Please verify your phone first.',
		])
	})

	it('refuses whoever cannot be reached', async () => {
		const { data } = await app.client().auth.signInAnonymously()
		expect(refusal(await ask(tokenOf(data.session)))).toEqual([
			400,
			'validation_failed',
			'Reauthentication requires the user to have an email or a phone number',
		])
		const { token, id } = await app.person()
		await asOwner(app.database, 'update auth.users set email_confirmed_at = null where id = $1', [
			id,
		])
		expect(refusal(await ask(token))).toEqual([
			422,
			'email_not_confirmed',
			'Please verify your email first.',
		])
	})
})
