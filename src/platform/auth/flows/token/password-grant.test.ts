import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('signing up and in without mail', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
		await app.client().auth.signUp({
			email: 'Isla@Skerry.example',
			password,
			options: { data: { username: 'isla' } },
		})
	})
	afterAll(() => app.close())

	it('a sign-up with a username opens a session', async () => {
		const client = app.client()
		const { data, error } = await client.auth.signUp({
			email: 'Lena@Skerry.example',
			password,
			options: { data: { username: 'lena' } },
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			email: 'lena@skerry.example',
			phone: '',
			role: 'authenticated',
			aud: 'authenticated',
			app_metadata: { provider: 'email', providers: ['email'] },
			user_metadata: {
				username: 'lena',
				sub: data.user?.id,
				email: 'lena@skerry.example',
				email_verified: true,
				phone_verified: false,
			},
			is_anonymous: false,
		})
		expect(data.user).not.toHaveProperty('encrypted_password')
		expect(data.user?.identities).toMatchObject([
			{
				provider: 'email',
				id: data.user?.id,
				user_id: data.user?.id,
				email: 'lena@skerry.example',
			},
		])
		expect(data.session?.token_type).toBe('bearer')
		expect(data.session?.expires_in).toBe(3600)
		const { data: again } = await client.auth.getUser()
		expect(again.user).toEqual(data.user)
	})

	it('an access token has all documented claims', async () => {
		const client = app.client()
		const { data } = await client.auth.signInWithPassword({
			email: 'isla@skerry.example',
			password,
		})
		const { data: verified, error } = await client.auth.getClaims()
		expect(error).toBeNull()
		const claims = verified?.claims
		expect(claims).toMatchObject({
			iss: `${app.url}/auth/v1`,
			sub: data.user?.id,
			aud: 'authenticated',
			email: 'isla@skerry.example',
			phone: '',
			role: 'authenticated',
			aal: 'aal1',
			is_anonymous: false,
			app_metadata: { provider: 'email' },
			user_metadata: { username: 'isla' },
		})
		expect(claims?.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }])
		expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(3600)
	})

	it('a sign-in ignores the case of the address and records its time', async () => {
		const { data, error } = await app.client().auth.signInWithPassword({ email: 'ISLA@skerry.EXAMPLE', password })
		expect(error).toBeNull()
		expect(Date.now() - Date.parse(data.user?.last_sign_in_at ?? '')).toBeLessThan(60_000)
	})

	it('a wrong password and an unknown address are answered alike', async () => {
		const wrong = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email: 'isla@skerry.example', password: 'not this one' },
		})
		const unknown = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email: 'nobody@skerry.example', password: 'not this one' },
		})
		expect(errorParts(wrong)).toEqual([400, 'invalid_credentials', 'Invalid login credentials'])
		expect(errorParts(unknown)).toEqual(errorParts(wrong))
	})

	it('a taken username is refused with a free suggestion', async () => {
		const taken = await callAuth(app, 'POST', '/signup', {
			body: { email: 'other@skerry.example', password, data: { username: 'Isla' } },
		})
		expect(errorParts(taken)).toEqual([409, 'username_taken', 'Username "isla" is taken. Try "isla2".'])
		const { data } = await app.client().auth.signUp({
			email: 'other@skerry.example',
			password,
			options: { data: { username: 'isla2' } },
		})
		expect(data.session).not.toBeNull()
	})

	it('an invalid username is refused, and no user is created', async () => {
		const bad = await callAuth(app, 'POST', '/signup', {
			body: { email: 'half@skerry.example', password, data: { username: 'no spaces' } },
		})
		expect(errorParts(bad)).toEqual([
			400,
			'validation_failed',
			'A username has 3 to 30 of these characters: a-z 0-9 _ -',
		])
		const rows = await asOwner(app.database, 'select from auth.users where email = $1', ['half@skerry.example'])
		expect(rows).toHaveLength(0)
	})

	it('a sign-up under MAIL_AUTOCONFIRM reveals a registered address', async () => {
		const { error } = await app.client().auth.signUp({ email: 'isla@skerry.example', password })
		expect(error).toMatchObject({
			status: 422,
			code: 'user_already_exists',
			message: 'User already registered',
		})
	})

	it('twenty concurrent sign-ups create one user', async () => {
		const answers = await Promise.all(
			Array.from({ length: 20 }, () =>
				callAuth(app, 'POST', '/signup', { body: { email: 'race@skerry.example', password } }),
			),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(answers.filter(({ body }) => body.code === 'user_already_exists')).toHaveLength(19)
	})

	it('a banned user is refused, and learns so only after the right password', async () => {
		const { id } = await app.person('banned')
		await asOwner(app.database, "update auth.users set banned_until = now() + interval '1 day' where id = $1", [id])
		const email = 'banned@example.test'
		const wrong = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email, password: 'not this one' },
		})
		const right = await callAuth(app, 'POST', '/token?grant_type=password', {
			body: { email, password: 'correct horse battery' },
		})
		expect(errorParts(wrong)).toEqual([400, 'invalid_credentials', 'Invalid login credentials'])
		expect(errorParts(right)).toEqual([400, 'user_banned', 'User is banned'])
	})

	it('a weak stored password signs in and is reported', async () => {
		const strict = await createTestApp({ PASSWORD_MIN_LENGTH: '30' }, app.database)
		const { data, error } = await strict.client().auth.signInWithPassword({ email: 'isla@skerry.example', password })
		await strict.close()
		expect(error).toBeNull()
		expect(data.weakPassword).toEqual({
			message: 'Password should be at least 30 characters.',
			reasons: ['length'],
		})
	})
})

describe('disabled sign-up methods', () => {
	it('no users are created when sign-up is closed', async () => {
		for (const SIGNUP of ['closed', 'invite']) {
			const app = await createTestApp({ SIGNUP })
			const credentials = { email: 'isla@skerry.example', password }
			const { error } = await app.client().auth.signUp(credentials)
			expect(error).toMatchObject({
				status: 422,
				code: 'signup_disabled',
				message: 'Signups not allowed for this instance',
			})
			const { error: byCode } = await app.client().auth.signInWithOtp({ email: credentials.email })
			expect(byCode?.code).toBe('signup_disabled')
			await app.close()
		}
	})

	it('sign-up and sign-in by email are refused when EMAIL_SIGNIN is off', async () => {
		const own = await createTestApp({ EMAIL_SIGNIN: 'off' })
		const email = 'isla@skerry.example'
		const password = 'five days of paddling'
		const cases: [string, object, number, string][] = [
			['/signup', { email, password }, 400, 'Email signups are disabled'],
			['/token?grant_type=password', { email, password }, 422, 'Email logins are disabled'],
			['/otp', { email }, 422, 'Email logins are disabled'],
			['/magiclink', { email }, 422, 'Email logins are disabled'],
			['/recover', { email }, 400, 'Email logins are disabled'],
			['/resend', { type: 'signup', email }, 400, 'Email logins are disabled'],
		]
		for (const [path, body, status, message] of cases)
			expect([path, ...errorParts(await callAuth(own, 'POST', path, { body }))]).toEqual([
				path,
				status,
				'email_provider_disabled',
				message,
			])
		expect((await callAuth(own, 'GET', '/settings')).body.external.email).toBe(false)
		const { data } = await own.admin().auth.admin.generateLink({ type: 'invite', email })
		const opened = await own
			.client()
			.auth.verifyOtp({ type: 'invite', token_hash: data.properties?.hashed_token ?? '' })
		expect(opened.data.user?.email).toBe(email)
		await own.close()
	})

	it('anonymous sign-in is refused unless ANONYMOUS_SIGNIN is on', async () => {
		const app = await createTestApp()
		const { error } = await app.client().auth.signInAnonymously()
		expect(error).toMatchObject({
			status: 422,
			code: 'anonymous_provider_disabled',
			message: 'Anonymous sign-ins are disabled',
		})
		await app.close()

		const open = await createTestApp({ ANONYMOUS_SIGNIN: 'on' })
		const { data } = await open.client().auth.signInAnonymously({ options: { data: { seat: 4 } } })
		expect(data.user).toMatchObject({
			is_anonymous: true,
			email: '',
			app_metadata: {},
			user_metadata: { seat: 4 },
			identities: [],
		})
		await open.close()
	})
})

describe('an audience', () => {
	let app: TestApp
	const email = 'desk@skerry.example'
	const headers = { 'x-jwt-aud': 'desk' }
	beforeAll(async () => {
		app = await createTestApp()
		const body = { email, password, email_confirm: true }
		const made = await asAdmin('POST', '/admin/users', { ...body, aud: 'desk' })
		expect([made.status, made.body.aud]).toEqual([200, 'desk'])
	})
	afterAll(() => app.close())

	const asAdmin = (method: string, path: string, body?: unknown, more = {}) =>
		callAuth(app, method, path, {
			bearer: app.deps.keys.serviceRoleKey,
			headers: more,
			...(body ? { body } : {}),
		})
	const post = (path: string, body: unknown, more = {}) => callAuth(app, 'POST', path, { body, headers: more })

	it('an audience is in the token and has to be named to sign in', async () => {
		const unnamed = await post('/token?grant_type=password', { email, password })
		expect(errorParts(unnamed)).toEqual([400, 'invalid_credentials', 'Invalid login credentials'])
		const named = await post('/token?grant_type=password', { email, password }, headers)
		const bearer: string = named.body.access_token
		const claims = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString())
		expect(claims.aud).toBe('desk')
		expect((await callAuth(app, 'GET', '/user', { bearer, headers })).status).toBe(200)
	})

	it('mails of an audience are sent only when it is named', async () => {
		for (const path of ['/recover', '/otp']) {
			const before = (await mailsTo(app, email)).length
			const unnamed = await post(path, { email })
			expect([unnamed.status, unnamed.body]).toEqual([200, {}])
			expect(await mailsTo(app, email)).toHaveLength(before)
			expect((await post(path, { email }, headers)).status).toBe(200)
			expect(await mailsTo(app, email)).toHaveLength(before + 1)
		}
	})

	it('an audience cannot be chosen at sign-up, and its addresses are unique across audiences', async () => {
		const stranger = { email: 'new@skerry.example', password }
		for (const body of [stranger, {}])
			expect((await post('/signup', body, headers)).body.code).toBe('unexpected_audience')
		expect((await post('/otp', stranger, headers)).body.code).toBe('otp_disabled')
		const again = await post('/signup', { email, password })
		expect(again.body.code).toBe('user_already_exists')
	})

	it('an administrator lists and invites users of an audience by naming it', async () => {
		const guest = 'guest@skerry.example'
		const invited = await asAdmin('POST', '/invite', { email: guest }, headers)
		expect(invited.body.aud).toBe('desk')
		expect((await asAdmin('POST', '/invite', { email: guest })).body.code).toBe('email_exists')
		const { users, aud } = (await asAdmin('GET', '/admin/users', undefined, headers)).body
		expect(aud).toBe('desk')
		expect(users.map((user: { email: string }) => user.email).sort()).toEqual([email, guest])
	})
})
