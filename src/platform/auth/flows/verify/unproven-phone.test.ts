import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('a number that was confirmed without a code', () => {
	let app: TestApp
	beforeAll(async () => {
		const numbers = ['15550001111', '15550002222', '15550003333'].map((number) => `${number}=123456`).join(',')
		app = await createTestApp({ SMS_TEST_OTP: numbers, SMS_AUTOCONFIRM: 'on' })
	})
	afterAll(() => app.close())

	const prove = async (phone: string) => {
		const owner = app.client()
		await owner.auth.signInWithOtp({ phone })
		const { data, error } = await owner.auth.verifyOtp({ phone, token: '123456', type: 'sms' })
		expect(error).toBeNull()
		return { owner, user: data.user }
	}

	it('its owner ends the sessions, password, factors and other ways in of who signed up with it', async () => {
		const phone = '15550001111'
		const stranger = app.client()
		const { data: signedUp } = await stranger.auth.signUp({
			phone,
			password,
			options: { data: { full_name: 'Mallory' } },
		})
		const { data: made } = await stranger.auth.mfa.enroll({ factorType: 'totp' })
		const code = new TOTP({ secret: made?.totp?.secret ?? '' }).generate()
		await stranger.auth.mfa.challengeAndVerify({ factorId: made?.id ?? '', code })
		await asOwner(
			app.database,
			`update auth.users set email = 'mallory@skerry.example', email_confirmed_at = now(), email_proven = true where id = $1`,
			[signedUp.user?.id],
		)
		await asOwner(
			app.database,
			`insert into auth.identities (user_id, provider, provider_id, identity_data)
			values ($1, 'google', 'mallory', '{"sub": "mallory"}'), ($1, 'email', $1::text, '{"email": "mallory@skerry.example"}')`,
			[signedUp.user?.id],
		)
		const { owner, user } = await prove(phone)
		expect(user?.id).toBe(signedUp.user?.id)
		expect((await stranger.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect((await app.client().auth.signInWithPassword({ phone, password })).error?.code).toBe('invalid_credentials')
		const { data } = await owner.auth.getUser()
		expect(data.user).toMatchObject({ email: '', phone, app_metadata: { providers: ['phone'] } })
		expect(data.user?.user_metadata).not.toHaveProperty('full_name')
		expect(data.user?.factors ?? []).toEqual([])
		expect(data.user?.identities).toHaveLength(1)
	})

	it('its owner keeps everything at the next sign-in by code', async () => {
		const phone = '15550002222'
		await app.client().auth.signUp({ phone, password })
		const { owner } = await prove(phone)
		expect((await owner.auth.updateUser({ password: 'another good one' })).error).toBeNull()
		await prove(phone)
		expect((await owner.auth.getUser()).error).toBeNull()
		const again = await app.client().auth.signInWithPassword({ phone, password: 'another good one' })
		expect(again.error).toBeNull()
	})

	it('an account that has another number or address first keeps its sessions', async () => {
		const phone = '15550003333'
		const { client } = await app.person()
		expect((await client.auth.updateUser({ phone })).error).toBeNull()
		await prove(phone)
		expect((await client.auth.getUser()).error).toBeNull()
	})
})
