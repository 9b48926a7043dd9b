import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const password = 'five days of paddling'

describe('a sign-up with a taken address', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off' })
	})
	afterAll(() => app.close())

	const signUp = (email: string, more: object = {}, at = app) =>
		callAuth(at, 'POST', '/signup', { body: { email, password, ...more } })
	const signIn = (email: string, word: string) =>
		callAuth(app, 'POST', '/token?grant_type=password', { body: { email, password: word } })

	it('a sign-up with an unconfirmed address sends the mail again and changes neither password nor metadata', async () => {
		const email = 'waiting@skerry.example'
		const first = await signUp(email, { data: { seat: 4 } })
		const again = await signUp(email, { password: 'another good one', data: { seat: 5 } })
		expect([again.status, again.body.id]).toEqual([200, first.body.id])
		expect(again.body.user_metadata).toEqual(first.body.user_metadata)
		expect(again.body).not.toHaveProperty('access_token')
		expect(await mailsTo(app, email)).toHaveLength(2)
		expect(errorParts(await signIn(email, password))).toEqual([400, 'email_not_confirmed', 'Email not confirmed'])
		expect((await signIn(email, 'another good one')).body.code).toBe('invalid_credentials')
	})

	it('a sign-up with the address of an invited user shows nothing of that user', async () => {
		const email = 'guest@skerry.example'
		await app.admin().auth.admin.inviteUserByEmail(email, { data: { seat: 4 } })
		const { status, body } = await signUp(email)
		expect(status).toBe(200)
		expect(body).toMatchObject({ email, user_metadata: {}, identities: [] })
		expect(body.invited_at).toBeDefined()
	})

	it('a sign-up with a taken address shows a user who does not exist once it is confirmed, with the fields of one who does', async () => {
		const email = 'known@skerry.example'
		const { data } = await app.admin().auth.admin.createUser({ email, password, email_confirm: true })
		const real = await signUp('new@skerry.example', { data: { seat: 4 } })
		const fake = await signUp(email, { data: { seat: 4 } })
		expect(Object.keys(fake.body).sort()).toEqual(Object.keys(real.body).sort())
		expect(fake.body).toMatchObject({
			aud: 'authenticated',
			role: '',
			email,
			phone: '',
			app_metadata: { provider: 'email', providers: ['email'] },
			user_metadata: { seat: 4 },
			identities: [],
		})
		expect(fake.body.id).not.toBe(data.user?.id)
		expect((await signUp(email)).body.id).not.toBe(fake.body.id)
		expect(await mailsTo(app, email)).toHaveLength(0)
	})

	it('a sign-up with a taken address is refused when addresses need no confirmation', async () => {
		const open = await createTestApp({ MAIL_AUTOCONFIRM: 'on' })
		expect((await signUp('twice@skerry.example', {}, open)).body).toHaveProperty('access_token')
		expect(errorParts(await signUp('Twice@Skerry.example', {}, open))).toEqual([
			422,
			'user_already_exists',
			'User already registered',
		])
		await open.close()
	})

	it('a sign-up with a taken address waits a minute for the next mail, confirmed or not', async () => {
		const limited = await createTestApp({ MAIL_AUTOCONFIRM: 'off', RATE_LIMITS: 'on' }, app.database)
		for (const email of ['known@skerry.example', 'slow@skerry.example']) {
			const answers = []
			for (let i = 0; i < 4; i++) answers.push(await signUp(email, {}, limited))
			const [status, code, message] = errorParts(answers[3] as never)
			expect([status, code]).toEqual([429, 'over_email_send_rate_limit'])
			expect(message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
		}
		await limited.close()
	})
})
