import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('the send-sms hook', () => {
	let receiver: HookReceiver
	let app: TestApp
	beforeAll(async () => {
		receiver = await startHookReceiver()
		app = await createTestApp({ ...receiver.settings('SEND_SMS'), MFA_PHONE_ENABLED: 'on' })
	})
	afterEach(() => receiver.reset())
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})
	let numbers = 0
	const newNumber = () => `1555100${String(++numbers).padStart(4, '0')}`
	const post = (path: string, body: object) => callAuth(app, 'POST', path, { body })
	const last = () => receiver.calls.at(-1)?.payload

	it('the send-sms hook sends the code of a sign-up, with the new user', async () => {
		const phone = newNumber()
		const { data } = await app.client().auth.signUp({ phone, password, options: { data: { seat: 4 } } })
		expect(last()).toMatchObject({
			metadata: { name: 'send-sms' },
			user: { id: data.user?.id, phone, user_metadata: { seat: 4 }, aud: 'authenticated' },
			sms: { otp: expect.stringMatching(/^\d{6}$/), phone, sms_type: 'confirmation' },
		})
		const session = await app.client().auth.verifyOtp({ phone, token: last().sms.otp, type: 'sms' })
		expect(session.data.user?.id).toBe(data.user?.id)
	})

	it('the send-sms hook sends the codes of second factors too', async () => {
		const { client } = await app.person()
		const phone = newNumber()
		const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone })
		const challenge = await client.auth.mfa.challenge({ factorId: data?.id ?? '' })
		expect(challenge.error).toBeNull()
		expect(last().sms).toEqual({ otp: expect.any(String), phone, sms_type: 'mfa' })
	})

	it.each([
		[
			'its own words',
			{ body: { error: { http_code: 402, message: 'No credit left.' } } },
			[402, 'unknown', 'No credit left.'],
		],
		['500', { status: 500 }, [500, 'unexpected_failure', 'Unexpected status code returned from hook: 500']],
	] as const)('the send-sms hook leaves no user when it answers %s', async (_, reply, expected) => {
		receiver.reply = () => reply
		const phone = newNumber()
		for (const path of ['/otp', '/signup']) expect(errorParts(await post(path, { phone, password }))).toEqual(expected)
		const found = await asOwner(app.database, 'select from auth.users where phone = $1', [phone])
		expect(found).toEqual([])
	})
})
