import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmsGateway, startSmsGateway } from '#test/fakes/sms-gateway.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('the number of an account', () => {
	let gateway: SmsGateway
	let app: TestApp
	beforeAll(async () => {
		gateway = await startSmsGateway()
		app = await createTestApp({
			...gateway.webhook,
			ANONYMOUS_SIGNIN: 'on',
			PASSWORD_REQUIRE_REAUTHENTICATION: 'on',
		})
	})
	afterAll(async () => {
		await app.close()
		await gateway.close()
	})

	it('the number of an account is added after its code, and can be signed in with', async () => {
		const { client, email } = await app.person()
		const phone = '15550100001'
		const { data, error } = await client.auth.updateUser({ phone: `+${phone}` })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ phone: '', new_phone: phone })
		const delivery = gateway.deliveries.at(-1)
		expect(delivery).toMatchObject({
			sms: { phone, sms_type: 'phone_change' },
			user: { id: data.user?.id, email },
		})
		const token = gateway.codeTo(phone)
		const verified = await app.client().auth.verifyOtp({ phone, token, type: 'phone_change' })
		expect(verified.data.user).toMatchObject({
			phone,
			email,
			app_metadata: { provider: 'email', providers: ['email', 'phone'] },
		})
		expect(verified.data.user).not.toHaveProperty('new_phone')
		const { data: identities } = await client.auth.getUserIdentities()
		expect(identities?.identities.find(({ provider }) => provider === 'phone')).toMatchObject({
			identity_data: { phone, phone_verified: true },
		})
		const again = await app.client().auth.signInWithPassword({ phone, password: 'correct horse battery' })
		expect(again.data.user?.email).toBe(email)
	})

	it('the number of an account stays the first way in when an address is added to it', async () => {
		const phone = '15550100009'
		const email = 'beside@skerry.example'
		const { auth } = app.client()
		await auth.signInWithOtp({ phone })
		await auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		await auth.updateUser({ email })
		const { tokenHash } = await lastMailTo(app, email)
		const { data } = await auth.verifyOtp({ type: 'email_change', token_hash: tokenHash })
		expect(data.user).toMatchObject({
			phone,
			email,
			app_metadata: { provider: 'phone', providers: ['phone', 'email'] },
		})
	})

	it('the number of an account is changed by the code that went to the new one, and by no earlier code', async () => {
		const { client } = await app.person()
		await client.auth.updateUser({ phone: '15550100010' })
		const first = gateway.codeTo('15550100010')
		await client.auth.updateUser({ phone: '15550100011' })
		const old = await app.client().auth.verifyOtp({ phone: '15550100010', token: first, type: 'phone_change' })
		expect(old.error?.code).toBe('otp_expired')
		const { data } = await app.client().auth.resend({ type: 'phone_change', phone: '15550100011' })
		expect(data).toEqual({ user: null, session: null, messageId: undefined })
		const token = gateway.codeTo('15550100011')
		const { data: verified } = await app.client().auth.verifyOtp({ phone: '15550100011', token, type: 'phone_change' })
		expect(verified.user?.phone).toBe('15550100011')
	})

	it('the number of an account is not changed by a code that was sent once more while the password changed', async () => {
		const { client } = await app.person()
		const phone = '15550100012'
		await client.auth.updateUser({ phone })
		const sent = () => gateway.deliveries.filter(({ sms }) => sms.phone === phone).length
		const before = sent()
		let answer = () => {}
		const until = new Promise<void>((resolve) => {
			answer = resolve
		})
		gateway.next = { until, once: true }
		const resending = app.client().auth.resend({ type: 'phone_change', phone })
		await expect.poll(sent).toBe(before + 1)
		await client.auth.updateUser({ password: 'a kelp forest at dusk' })
		answer()
		expect((await resending).error).toBeNull()
		expect((await client.auth.getUser()).data.user).not.toHaveProperty('new_phone')
		const token = gateway.codeTo(phone)
		const late = await app.client().auth.verifyOtp({ phone, token, type: 'phone_change' })
		expect(late.error?.code).toBe('otp_expired')
	})

	it('the number of an account is asked for once more for a day, and no longer', async () => {
		const { client, id } = await app.person()
		const phone = '15550100013'
		await client.auth.updateUser({ phone })
		const sent = () => gateway.deliveries.filter(({ sms }) => sms.phone === phone).length
		const resend = () => app.client().auth.resend({ type: 'phone_change', phone })
		const begun = (ago: string) =>
			asOwner(app.database, 'update auth.users set phone_change_sent_at = now() - $2::interval where id = $1', [
				id,
				ago,
			])
		await begun('23 hours')
		await resend()
		expect(sent()).toBe(2)
		await begun('25 hours')
		expect((await resend()).error).toBeNull()
		expect(sent()).toBe(2)
	})

	it('a number belongs to the account that confirms it first', async () => {
		const [first, second] = [await app.person(), await app.person()]
		const phone = '15550100020'
		await first.client.auth.updateUser({ phone })
		const firstCode = gateway.codeTo(phone)
		await second.client.auth.updateUser({ phone })
		const secondCode = gateway.codeTo(phone)
		const verify = (token: string) => app.client().auth.verifyOtp({ phone, token, type: 'phone_change' })
		expect((await verify(secondCode)).data.user?.id).toBe(second.id)
		expect((await verify(firstCode)).error?.code).toBe('phone_exists')
		const taken = await callAuth(app, 'PUT', '/user', { bearer: first.token, body: { phone } })
		expect(errorParts(taken)).toEqual([
			422,
			'phone_exists',
			'A user with this phone number has already been registered',
		])
	})

	it('adding a number makes an anonymous user permanent', async () => {
		const client = app.client()
		await client.auth.signInAnonymously()
		const phone = '15550100030'
		await client.auth.updateUser({ phone })
		const { data } = await client.auth.verifyOtp({
			phone,
			token: gateway.codeTo(phone),
			type: 'phone_change',
		})
		expect(data.user).toMatchObject({
			is_anonymous: false,
			phone,
			app_metadata: { provider: 'phone' },
		})
	})

	it('the number of an account gets the code that a new password needs, when there is no address', async () => {
		const client = app.client()
		const phone = '15550100040'
		await client.auth.signUp({ phone, password: 'five days of paddling' })
		await client.auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
		await asOwner(
			app.database,
			`update auth.sessions set created_at = now() - interval '25 hours'
			where user_id = (select id from auth.users where phone = $1)`,
			[phone],
		)
		expect((await client.auth.reauthenticate()).error).toBeNull()
		expect(gateway.deliveries.at(-1)?.sms.sms_type).toBe('reauthentication')
		const nonce = gateway.codeTo(phone)
		const wrong = nonce === '000000' ? '111111' : '000000'
		const refused = await client.auth.updateUser({ password: 'six days of paddling', nonce: wrong })
		expect(refused.error?.code).toBe('reauthentication_not_valid')
		expect((await client.auth.updateUser({ password: 'six days of paddling', nonce })).error).toBeNull()
		const again = await app.client().auth.signInWithPassword({ phone, password: 'six days of paddling' })
		expect(again.error).toBeNull()
	})

	it('the number of an account stays as it was when the sender refuses, and so does everything else', async () => {
		const { client, token } = await app.person()
		gateway.next = { status: 500, once: true }
		const body = { phone: '15550100050', data: { nickname: 'isla' } }
		const answer = await callAuth(app, 'PUT', '/user', { bearer: token, body })
		expect(errorParts(answer)).toEqual([
			422,
			'sms_send_failed',
			'Error sending phone_change OTP to provider: the sender answered 500',
		])
		const { data } = await client.auth.getUser()
		expect(data.user).not.toHaveProperty('new_phone')
		expect(data.user?.user_metadata).not.toHaveProperty('nickname')
	})

	it('the number of an account is asked for by WhatsApp only where Twilio brings it', async () => {
		const { token } = await app.person()
		const body = { phone: '15550100060', channel: 'whatsapp' }
		const answer = await callAuth(app, 'PUT', '/user', { bearer: token, body })
		expect(answer.body.message).toContain('Invalid channel')
	})

	it('the number of an account is tried again when the sender is busy, under the same id', async () => {
		const { client } = await app.person()
		gateway.next = { status: 503, once: true }
		expect((await client.auth.updateUser({ phone: '15550100070' })).error).toBeNull()
		const deliveries = gateway.deliveries.filter(({ sms }) => sms.phone === '15550100070')
		expect(deliveries).toHaveLength(1)
		expect(deliveries[0]?.id).toMatch(/^msg_/)
	})
})
