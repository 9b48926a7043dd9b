import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'
import { mailsTo } from '#test/outbox.ts'

describe('generating links', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const call = (body: unknown) =>
		callAuth(app, 'POST', '/admin/generate_link', { bearer: app.deps.keys.serviceRoleKey, body })

	it('hands out what a mail would carry, and sends none', async () => {
		const { email, id } = await app.person()
		const { data, error } = await app.admin().auth.admin.generateLink({
			type: 'recovery',
			email,
			options: { redirectTo: `${app.url}/auth` },
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ id, email })
		const { properties } = data
		expect(properties).toMatchObject({
			verification_type: 'recovery',
			redirect_to: `${app.url}/auth`,
			email_otp: expect.stringMatching(/^\d{6}$/),
		})
		expect(properties?.action_link).toContain(properties?.hashed_token)
		expect(await mailsTo(app, email)).toHaveLength(0)
		const opened = await app.client().auth.verifyOtp({
			type: 'recovery',
			token_hash: properties?.hashed_token ?? '',
		})
		expect(opened.data.user?.id).toBe(id)
	})

	it('makes the user of a sign-up, an invitation, or a magic link to nobody', async () => {
		for (const [type, verification] of [
			['signup', 'signup'],
			['invite', 'invite'],
			['magiclink', 'signup'],
		]) {
			const email = `link-${type}@skerry.example`
			const password = type === 'magiclink' ? undefined : 'five days of paddling'
			const { body } = await call({ type, email, password, data: { seat: 4 } })
			expect(body).toMatchObject({ email, verification_type: verification })
			const answer = await callAuth(app, 'POST', '/verify', {
				body: { type: verification, token_hash: body.hashed_token },
			})
			expect(answer.body.user.user_metadata).toMatchObject({ seat: 4 })
		}
	})

	it('moves an address by the links to both', async () => {
		const { email } = await app.person()
		const new_email = `moved-${email}`
		const links = [
			await call({ type: 'email_change_current', email, new_email }),
			await call({ type: 'email_change_new', email, new_email }),
		]
		const answers = []
		for (const { body } of links)
			answers.push(
				await callAuth(app, 'POST', '/verify', {
					body: { type: 'email_change', token_hash: body.hashed_token },
				}),
			)
		expect(answers[0]?.body.code).toBe('200')
		expect(answers[1]?.body.user.email).toBe(new_email)
	})

	it('refuses what it cannot make', async () => {
		const { email } = await app.person()
		expect(refusal(await call({ type: 'pigeon', email }))).toEqual([
			400,
			'validation_failed',
			'Invalid email action link type requested: pigeon',
		])
		expect(refusal(await call({ type: 'recovery', email: 'no@body.example' }))).toEqual([
			404,
			'user_not_found',
			'User with this email not found',
		])
		expect((await call({ type: 'signup', email, password: 'five days of' })).body.code).toBe(
			'email_exists',
		)
		expect((await call({ type: 'signup', email: 'x@y.example' })).body.message).toBe(
			'Signup requires a valid password',
		)
		expect((await call({ type: 'recovery' })).body.message).toBe('An email address is required')
		const simple = await createTestApp({ SECURE_EMAIL_CHANGE: 'off' }, app.database)
		const change = { type: 'email_change_current', email, new_email: `next-${email}` }
		const refused = await callAuth(simple, 'POST', '/admin/generate_link', {
			bearer: simple.deps.keys.serviceRoleKey,
			body: change,
		})
		expect(refusal(refused)).toEqual([
			400,
			'validation_failed',
			'Enable secure email change to generate link for current email',
		])
		await simple.close()
		expect((await call(change)).status).toBe(200)
	})
})
