import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmsGateway, startSmsGateway } from '#test/fakes/sms-gateway.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const password = 'five days of paddling'

describe('an account with one confirmed address keeps its metadata when the other is proven', () => {
	let gateway: SmsGateway
	let app: TestApp
	beforeAll(async () => {
		gateway = await startSmsGateway()
		app = await createTestApp({ ...gateway.twilio, MAIL_AUTOCONFIRM: 'off' })
	})
	afterAll(async () => {
		await app.close()
		await gateway.close()
	})

	it('a number that an administrator added is proven by a code', async () => {
		const email = 'first-by-mail@skerry.example'
		const phone = '15558880001'
		const client = app.client()
		await client.auth.signUp({ email, password, options: { data: { seat: 4 } } })
		const { tokenHash: token_hash } = await lastMailTo(app, email)
		const { data: confirmed } = await client.auth.verifyOtp({ type: 'signup', token_hash })
		await app.admin().auth.admin.updateUserById(confirmed.user?.id ?? '', { phone })
		await client.auth.signInWithOtp({ phone })
		const token = gateway.codeTo(phone)
		const { data, error } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ id: confirmed.user?.id, user_metadata: { seat: 4 } })
	})

	it('an address that an administrator added is proven by a mail', async () => {
		const email = 'first-by-phone@skerry.example'
		const phone = '15558880002'
		const client = app.client()
		await client.auth.signUp({ phone, password, options: { data: { seat: 4 } } })
		const token = gateway.codeTo(phone)
		const { data: confirmed } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
		await app.admin().auth.admin.updateUserById(confirmed.user?.id ?? '', { email })
		await client.auth.signInWithOtp({ email })
		const { tokenHash: token_hash } = await lastMailTo(app, email)
		const { data, error } = await client.auth.verifyOtp({ type: 'email', token_hash })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ id: confirmed.user?.id, user_metadata: { seat: 4 } })
	})
})
