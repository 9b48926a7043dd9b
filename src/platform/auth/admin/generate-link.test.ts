import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('generating links', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const call = (body: unknown) =>
		callAuth(app, 'POST', '/admin/generate_link', { bearer: app.deps.keys.serviceRoleKey, body })

	it('generating a link returns what a mail would contain and sends none', async () => {
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
		const link = new URL(properties?.action_link ?? '')
		expect(link.href.split('?')[0]).toBe(`${app.url}/auth/v1/verify`)
		expect(Object.fromEntries(link.searchParams)).toEqual({
			token: properties?.hashed_token,
			type: 'recovery',
			redirect_to: `${app.url}/auth`,
		})
		expect(link.search).toMatch(`redirect_to=${app.url}/auth`)
		expect(await mailsTo(app, email)).toHaveLength(0)
		const opened = await app.client().auth.verifyOtp({
			type: 'recovery',
			token_hash: properties?.hashed_token ?? '',
		})
		expect(opened.data.user?.id).toBe(id)
	})

	it('generating a link creates the user of a sign-up, an invitation, or a magic link to an unknown address', async () => {
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

	it('generating a link or inviting adds nothing to the metadata that an administrator gave', async () => {
		const bearer = app.deps.keys.serviceRoleKey
		const data = { seat: 4 }
		for (const [path, type, password] of [
			['/admin/generate_link', 'signup', 'five days of paddling'],
			['/admin/generate_link', 'invite'],
			['/admin/generate_link', 'magiclink'],
			['/invite'],
		] as const) {
			const email = `exact-${type}@skerry.example`
			const body = { type, email, password, data }
			const { user_metadata, identities } = (await callAuth(app, 'POST', path, { bearer, body })).body
			expect(user_metadata).toEqual(data)
			expect(identities[0].identity_data).toMatchObject({ email, email_verified: false })
		}
	})

	it('generating a sign-up link adds to the metadata of an unconfirmed user', async () => {
		const asked = {
			type: 'signup',
			email: 'twice@skerry.example',
			password: 'five days of paddling',
		}
		const first = await call({ ...asked, data: { seat: 4, row: 1 } })
		const second = await call({ ...asked, data: { seat: 5, row: null } })
		expect(second.body).toMatchObject({ id: first.body.id, user_metadata: { seat: 5 } })
		expect(second.body.user_metadata).not.toHaveProperty('row')
	})

	it('a generated link opens a session when it is followed', async () => {
		const { email, id } = await app.person()
		const wanted = `${app.url}/auth?next=%2Fa%26b&x=1+2`
		const { body } = await call({ type: 'magiclink', email, redirect_to: wanted })
		const { pathname, search } = new URL(body.action_link)
		const path = pathname.replace('/auth/v1', '') + search
		const { status, headers } = await callAuth(app, 'GET', path, { headers: { apikey: '' } })
		const [target, fragment] = (headers.get('location') ?? '').split('#')
		expect([status, target]).toEqual([303, wanted])
		const { data } = await app.client().auth.getUser(new URLSearchParams(fragment).get('access_token') ?? '')
		expect(data.user?.id).toBe(id)
	})

	it('the generated links for both addresses change an address', async () => {
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

	it('generating a link is refused for unknown types and users', async () => {
		const { email } = await app.person()
		expect(errorParts(await call({ type: 'pigeon', email }))).toEqual([
			400,
			'validation_failed',
			'Invalid email action link type requested: pigeon',
		])
		expect(errorParts(await call({ type: 'recovery', email: 'no@body.example' }))).toEqual([
			404,
			'user_not_found',
			'User with this email not found',
		])
		expect((await call({ type: 'signup', email, password: 'five days of' })).body.code).toBe('email_exists')
		expect((await call({ type: 'signup', email: 'x@y.example' })).body.message).toBe('Signup requires a valid password')
		expect((await call({ type: 'recovery' })).body.message).toBe('An email address is required')
		const simple = await createTestApp({ SECURE_EMAIL_CHANGE: 'off' }, app.database)
		const change = { type: 'email_change_current', email, new_email: `next-${email}` }
		const refused = await callAuth(simple, 'POST', '/admin/generate_link', {
			bearer: simple.deps.keys.serviceRoleKey,
			body: change,
		})
		expect(errorParts(refused)).toEqual([
			400,
			'validation_failed',
			'Enable secure email change to generate link for current email',
		])
		await simple.close()
		expect((await call(change)).status).toBe(200)
	})
})
