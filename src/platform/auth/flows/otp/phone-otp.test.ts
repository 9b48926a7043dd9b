import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmsGateway, startSmsGateway } from '#test/fakes/sms-gateway.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'
let numbers = 0
/** An unused number in a range of its own. */
const freshNumber = () => `1555${String(++numbers).padStart(3, '0')}0001`

describe('a phone number', () => {
	let gateway: SmsGateway
	let app: TestApp
	beforeAll(async () => {
		gateway = await startSmsGateway()
		app = await createTestApp({ ...gateway.twilio, SMS_TEST_OTP: '15559990001=424242' })
	})
	afterAll(async () => {
		await app.close()
		await gateway.close()
	})

	it('a phone number signs up with a password, is asked for a code, and signs in', async () => {
		const phone = freshNumber()
		const client = app.client()
		const { data, error } = await client.auth.signUp({
			phone: `+${phone}`,
			password,
			options: { data: { username: 'by-phone' } },
		})
		expect(error).toBeNull()
		expect(data.session).toBeNull()
		expect(data.user).toMatchObject({
			phone,
			email: '',
			app_metadata: { provider: 'phone', providers: ['phone'] },
			user_metadata: { username: 'by-phone', phone_verified: false, email_verified: false },
		})
		expect(data.user?.confirmation_sent_at).toBeTruthy()
		expect(data.user?.identities).toMatchObject([{ provider: 'phone', id: data.user?.id }])
		expect(data.user?.identities?.[0]?.identity_data).not.toHaveProperty('phone')
		expect(gateway.messages.at(-1)).toMatchObject({ to: `+${phone}`, from: '+15550009999' })
		expect(gateway.messages.at(-1)?.body).toBe(`Your code is ${gateway.codeTo(phone)}`)

		const early = await app.client().auth.signInWithPassword({ phone, password })
		expect(early.error).toMatchObject({
			status: 400,
			code: 'phone_not_confirmed',
			message: 'Phone not confirmed',
		})
		const verified = await client.auth.verifyOtp({
			phone,
			token: gateway.codeTo(phone),
			type: 'sms',
		})
		expect(verified.error).toBeNull()
		expect(verified.data.user).toMatchObject({ phone, user_metadata: { phone_verified: true } })
		expect(verified.data.user?.phone_confirmed_at).toBeTruthy()
		expect(verified.data.user?.identities?.[0]?.identity_data).toMatchObject({
			phone_verified: true,
		})
		const again = await app.client().auth.signInWithPassword({ phone: `+${phone}`, password })
		expect(again.data.session?.user.phone).toBe(phone)
		const wrong = await app.client().auth.signInWithPassword({ phone, password: 'not this one' })
		expect(wrong.error?.code).toBe('invalid_credentials')
	})

	it('a phone number signs in by code alone, and the code is spent by its use', async () => {
		const phone = freshNumber()
		const client = app.client()
		const { data } = await client.auth.signInWithOtp({ phone })
		expect(data.messageId).toMatch(/^SM[0-9a-f]{32}$/)
		const token = gateway.codeTo(phone)
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => app.client().auth.verifyOtp({ phone, token, type: 'sms' })),
		)
		const opened = answers.filter(({ error }) => !error)
		expect(opened).toHaveLength(1)
		expect(opened[0]?.data.user?.phone).toBe(phone)
		expect(answers.filter(({ error }) => error?.code === 'otp_expired')).toHaveLength(19)
		await client.auth.signInWithOtp({ phone })
		expect(gateway.codeTo(phone)).toMatch(/^\d{6}$/)
		const second = await client.auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		expect(second.data.user?.id).toBe(opened[0]?.data.user?.id)
	})

	it('POST /otp reveals no known phone number, except with create_user false', async () => {
		const phone = freshNumber()
		const unknown = await app.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
		expect(unknown.error?.code).toBe('otp_disabled')
		await app.client().auth.signInWithOtp({ phone })
		await app.client().auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		const sent = gateway.messages.length
		const fake = await callAuth(app, 'POST', '/signup', {
			body: { phone, password, data: { nickname: 'isla' } },
		})
		const real = await callAuth(app, 'POST', '/signup', {
			body: { phone: freshNumber(), password },
		})
		expect(fake.status).toBe(200)
		expect(fake.body).toMatchObject({ phone, email: '', identities: [], role: '' })
		expect(fake.body.user_metadata).toEqual({ nickname: 'isla' })
		expect(fake.body).not.toHaveProperty('phone_confirmed_at')
		expect(Object.keys(fake.body).sort()).toEqual(Object.keys(real.body).sort())
		expect(gateway.messages.length).toBe(sent + 1)
	})

	it('a code for an unconfirmed phone number removes the password of its registrant', async () => {
		const phone = freshNumber()
		await app.client().auth.signUp({ phone, password: 'a thief waits here' })
		const owner = app.client()
		await owner.auth.signInWithOtp({ phone })
		await owner.auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		const thief = await app.client().auth.signInWithPassword({ phone, password: 'a thief waits here' })
		expect(thief.error?.code).toBe('invalid_credentials')
	})

	it('a refusal of the SMS gateway is answered, and no user is created', async () => {
		const phone = freshNumber()
		gateway.next = { status: 400, body: { code: 21610, message: 'no such subscriber' }, once: true }
		const answer = await callAuth(app, 'POST', '/signup', { body: { phone, password } })
		expect(errorParts(answer)).toEqual([
			422,
			'sms_send_failed',
			'Error sending confirmation OTP to provider: no such subscriber',
		])
		gateway.next = { hangUp: true, once: true }
		const dead = await callAuth(app, 'POST', '/otp', { body: { phone } })
		expect(dead.body.code).toBe('sms_send_failed')
		const rows = await asOwner(app.database, 'select 1 from auth.users where phone = $1', [phone])
		expect(rows).toEqual([])
		expect((await callAuth(app, 'POST', '/otp', { body: { phone } })).status).toBe(200)
	})

	it('answers reveal no known phone number during an outage of the gateway', async () => {
		const [known, other] = [freshNumber(), freshNumber()]
		await app.client().auth.signInWithOtp({ phone: known })
		const token = gateway.codeTo(known)
		await app.client().auth.verifyOtp({ phone: known, token, type: 'sms' })
		const asked = async (path: string, phone: string, more: object = {}) => {
			const { status, body } = await callAuth(app, 'POST', path, { body: { phone, ...more } })
			return [status, body.code, body.message]
		}
		const down = [422, 'sms_send_failed', 'Error sending confirmation OTP to provider: out of order']
		gateway.next = { status: 503, body: { message: 'out of order' } }
		for (const phone of [other, known]) {
			expect(await asked('/otp', phone)).toEqual(down)
			expect(await asked('/signup', phone, { password })).toEqual(down)
		}
		expect(await asked('/resend', known, { type: 'sms' })).toEqual(down)
		// A refused number is no outage.
		gateway.next = { status: 400, body: { message: 'no such subscriber' } }
		expect((await asked('/signup', other, { password }))[2]).toContain('no such subscriber')
		expect((await asked('/signup', known, { password }))[0]).toBe(200)
		gateway.next = {}
	})

	it('a sign-up by phone with a taken username sends no message', async () => {
		const data = { username: 'taken-by-phone' }
		await app.client().auth.signUp({ phone: freshNumber(), password, options: { data } })
		const sent = gateway.messages.length
		const second = await callAuth(app, 'POST', '/signup', {
			body: { phone: freshNumber(), password, data },
		})
		expect(second.body.code).toBe('username_taken')
		expect(gateway.messages.length).toBe(sent)
	})

	it('a phone number gets a fresh code for one that did not arrive', async () => {
		const phone = freshNumber()
		await app.client().auth.signUp({ phone, password })
		const first = gateway.codeTo(phone)
		const { data } = await app.client().auth.resend({ type: 'sms', phone })
		expect(data.messageId).toMatch(/^SM/)
		const old = await app.client().auth.verifyOtp({ phone, token: first, type: 'sms' })
		const fresh = gateway.codeTo(phone)
		if (fresh !== first) expect(old.error?.code).toBe('otp_expired')
		expect((await app.client().auth.verifyOtp({ phone, token: fresh, type: 'sms' })).error).toBeNull()
		for (const number of [phone, freshNumber()]) {
			const nothing = await callAuth(app, 'POST', '/resend', {
				body: { type: 'sms', phone: number },
			})
			expect([nothing.status, nothing.body]).toEqual([200, {}])
		}
		expect((await app.client().auth.signInWithPassword({ phone, password })).error).toBeNull()
	})

	it('the code of a phone number lives a minute and ends after ten wrong attempts', async () => {
		const phone = freshNumber()
		await app.client().auth.signInWithOtp({ phone })
		const verify = (token: string) => app.client().auth.verifyOtp({ phone, token, type: 'sms' })
		const token = gateway.codeTo(phone)
		const wrong = token === '000000' ? '111111' : '000000'
		for (let i = 0; i < 10; i++) expect((await verify(wrong)).error?.code).toBe('otp_expired')
		expect((await verify(token)).error?.code).toBe('otp_expired')
		await app.client().auth.signInWithOtp({ phone })
		await asOwner(
			app.database,
			"update auth.one_time_tokens set expires_at = expires_at - interval '61 seconds' where relates_to = $1",
			[phone],
		)
		expect((await verify(gateway.codeTo(phone))).error?.code).toBe('otp_expired')
	})

	it('a test number accepts its fixed code', async () => {
		const phone = '15559990001'
		const sent = gateway.messages.length
		const { data } = await app.client().auth.signInWithOtp({ phone })
		expect(data.messageId).toBe('test-otp')
		expect(gateway.messages.length).toBe(sent)
		const verify = (token: string) => app.client().auth.verifyOtp({ phone, token, type: 'sms' })
		expect((await verify('123456')).error?.code).toBe('otp_expired')
		expect((await verify('424242')).error).toBeNull()
		expect((await verify('424242')).data.user?.phone).toBe(phone)
	})

	it('a phone number is written to by WhatsApp where Twilio brings it', async () => {
		const phone = freshNumber()
		const { error } = await app.client().auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })
		expect(error).toBeNull()
		expect(gateway.messages.at(-1)).toMatchObject({
			to: `whatsapp:+${phone}`,
			from: 'whatsapp:+15550009999',
		})
		const { data } = await app.client().auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		expect(data.session).toBeTruthy()
	})

	it('a phone number and an email address are distinguished by their field only', async () => {
		for (const phone of ['01234', 'abc', '+1', '1234567890123456'])
			expect(errorParts(await callAuth(app, 'POST', '/otp', { body: { phone } }))).toEqual([
				400,
				'validation_failed',
				'Invalid phone number format (E.164 required)',
			])
		expect(
			errorParts(await callAuth(app, 'POST', '/otp', { body: { phone: freshNumber(), channel: 'pigeon' } })),
		).toEqual([
			400,
			'validation_failed',
			"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
		])
		const settings = await callAuth(app, 'GET', '/settings')
		expect(settings.body.external.phone).toBe(true)
		expect(settings.body.sms_provider).toBe('twilio')
	})
})
