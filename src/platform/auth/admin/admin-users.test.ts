import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const password = 'five days of paddling'

describe('administering users', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	const admin = () => app.admin().auth.admin
	const call = (method: string, path: string, body?: unknown) =>
		callAuth(app, method, path, { bearer: app.deps.keys.serviceRoleKey, ...(body ? { body } : {}) })
	const signIn = (email: string, given = password) => app.client().auth.signInWithPassword({ email, password: given })

	it('the admin API of users is for service keys only', async () => {
		const { token } = await app.person()
		const paths: [string, string][] = [
			['GET', '/admin/users'],
			['POST', '/admin/users'],
			['GET', `/admin/users/${randomUUID()}`],
			['DELETE', `/admin/users/${randomUUID()}`],
			['POST', '/admin/generate_link'],
			['POST', '/invite'],
		]
		for (const [method, path] of paths) {
			expect(errorParts(await callAuth(app, method, path))).toEqual([
				401,
				'no_authorization',
				'This endpoint requires a valid Bearer token',
			])
			for (const bearer of [token, app.deps.keys.anonKey])
				expect(errorParts(await callAuth(app, method, path, { bearer }))).toEqual([
					403,
					'not_admin',
					'User not allowed',
				])
			expect((await callAuth(app, method, path, { bearer: 'forged' })).body.code).toBe('bad_jwt')
		}
		for (const [key, role] of app.deps.keys.roleByApiKey)
			expect((await callAuth(app, 'GET', '/admin/users', { bearer: key })).status).toBe(
				role === 'service_role' ? 200 : 403,
			)
	})

	it('an administrator creates a user without mail and with exactly the given metadata', async () => {
		const id = randomUUID()
		const { data, error } = await admin().createUser({
			id,
			email: 'Made@Skerry.example',
			phone: '+1 555 000 1111',
			password: 'weak',
			email_confirm: true,
			user_metadata: { username: 'made' },
			app_metadata: { plan: 'x' },
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({
			id,
			email: 'made@skerry.example',
			phone: '15550001111',
			app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'x' },
		})
		expect(data.user?.user_metadata).toEqual({ username: 'made', email_verified: true })
		expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'phone'])
		expect(await mailsTo(app, 'made@skerry.example')).toHaveLength(0)
		expect((await signIn('made@skerry.example', 'weak')).error).toBeNull()
	})

	it.each([
		[{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
		[
			{ email: 'a@b.example', password: 'x', password_hash: 'y' },
			400,
			'validation_failed',
			'Only a password or a password hash should be provided',
		],
		[{ email: 'a@b.example', id: 'one' }, 400, 'validation_failed', 'ID must conform to the uuid v4 format'],
		[
			{ email: 'a@b.example', id: '00000000-0000-0000-0000-000000000000' },
			400,
			'validation_failed',
			'ID cannot be a nil uuid',
		],
		[
			{ email: 'a@b.example', ban_duration: 'soon' },
			400,
			'validation_failed',
			'invalid format for ban duration: time: invalid duration "soon"',
		],
		[
			{ email: 'a@b.example', password_hash: 'md5' },
			400,
			'validation_failed',
			'The format of the password hash is not supported',
		],
		[{ phone: '12a' }, 400, 'validation_failed', 'Invalid phone number format (E.164 required)'],
	])('refuses to make %j', async (body, ...expected) => {
		expect(errorParts(await call('POST', '/admin/users', body))).toEqual(expected)
	})

	it('an administrator cannot give a user a taken address, phone or username', async () => {
		await call('POST', '/admin/users', {
			email: 'first@skerry.example',
			phone: '1999',
			user_metadata: { username: 'first' },
		})
		const again = (body: unknown) => call('POST', '/admin/users', body)
		expect((await again({ email: 'first@skerry.example' })).body.code).toBe('email_exists')
		expect(errorParts(await again({ phone: '1999' }))).toEqual([
			422,
			'phone_exists',
			'Phone number already registered by another user',
		])
		const user_metadata = { username: 'first' }
		expect((await again({ email: 'x@y.example', user_metadata })).status).toBe(409)
	})

	it('an administrator creates a user with an existing argon2 hash', async () => {
		const password_hash = await import('#platform/auth/accounts/passwords/password-hash.ts').then((m) =>
			m.createPasswords().hash(password),
		)
		const email = 'hashed@skerry.example'
		await call('POST', '/admin/users', { email, password_hash, email_confirm: true })
		expect((await signIn(email)).error).toBeNull()
	})

	it('an administrator changes a user at once, ends their sessions with their password, bans and lifts bans', async () => {
		const { id, client, email } = await app.person()
		const next = `moved-${email}`
		const { data } = await admin().updateUserById(id, {
			email: next,
			password,
			user_metadata: { seat: 4 },
			app_metadata: { plan: 'x' },
		})
		expect(data.user).toMatchObject({
			email: next,
			user_metadata: { seat: 4 },
			app_metadata: { provider: 'email', plan: 'x' },
			identities: [{ email: next }],
		})
		expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
		expect((await signIn(next)).error).toBeNull()
		const phoned = await admin().updateUserById(id, { phone: '+1555 000 2222' })
		expect(phoned.data.user).toMatchObject({
			phone: '15550002222',
			app_metadata: { provider: 'email', providers: ['email', 'phone'], plan: 'x' },
			identities: [{ provider: 'email' }, { provider: 'phone' }],
		})
		const banned = await admin().updateUserById(id, { ban_duration: '1h30m' })
		const until = Date.parse((banned.data.user as { banned_until?: string })?.banned_until ?? '')
		expect(Math.round((until - Date.now()) / 60_000)).toBe(90)
		expect((await signIn(next)).error?.code).toBe('user_banned')
		await admin().updateUserById(id, { ban_duration: 'none' })
		expect((await signIn(next)).error).toBeNull()
		const forever = await admin().updateUserById(id, { ban_duration: '876600h' })
		expect(forever.error).toBeNull()
		expect((await signIn(next)).error?.code).toBe('user_banned')
		await admin().updateUserById(id, { ban_duration: '0' })
		expect((await signIn(next)).error).toBeNull()
		expect((await admin().updateUserById(id, { ban_duration: '2562048h' })).error?.code).toBe('validation_failed')
	})

	it('an administrator deletes a user, or keeps an emptied row', async () => {
		const { id, client } = await app.person()
		expect((await admin().deleteUser(id)).error).toBeNull()
		expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
		const soft = await app.person()
		expect((await admin().deleteUser(soft.id, true)).error).toBeNull()
		const { body } = await call('GET', `/admin/users/${soft.id}`)
		expect(body).toMatchObject({ user_metadata: {}, app_metadata: {}, identities: [] })
		expect(body.email).toMatch(/^[0-9a-f]{64}$/)
		expect(body.deleted_at).toBeDefined()
		expect((await admin().deleteUser(soft.id, true)).error).toBeNull()
		expect((await call('GET', `/admin/users/${soft.id}`)).body).toMatchObject({
			email: body.email,
			deleted_at: body.deleted_at,
		})
	})

	it('an administrator deletes a user during concurrent writes', async () => {
		for (let round = 0; round < 8; round++) {
			const email = `going-${round}@skerry.example`
			const { data } = await admin().createUser({ email })
			const ask = (path: string, more: object = {}) => callAuth(app, 'POST', path, { body: { email, ...more } })
			const [gone, ...answers] = await Promise.all([
				admin().deleteUser(data.user?.id ?? ''),
				ask('/otp', { create_user: false }),
				ask('/otp'),
				ask('/recover'),
				ask('/resend', { type: 'signup' }),
			])
			expect(gone.error).toBeNull()
			const [known, ...others] = answers.map(({ status }) => status)
			expect([200, 422]).toContain(known)
			expect(others).toEqual([200, 200, 200])
		}
	})

	it('a new address or password by an administrator ends pending links and codes', async () => {
		const person = await app.person()
		const link = async () => {
			const { data } = await admin().generateLink({ type: 'magiclink', email: person.email })
			return data.properties?.hashed_token ?? ''
		}
		const spend = (type: 'magiclink' | 'email_change', token_hash: string) =>
			app.client().auth.verifyOtp({ type, token_hash })
		const before = await link()
		await admin().updateUserById(person.id, { password: 'five more days of paddling' })
		expect((await spend('magiclink', before)).error?.code).toBe('otp_expired')

		const back = app.client()
		const credentials = { email: person.email, password: 'five more days of paddling' }
		await back.auth.signInWithPassword(credentials)
		await back.auth.updateUser({ email: 'thief@evil.example' })
		const mails = await Promise.all([person.email, 'thief@evil.example'].map((to) => lastMailTo(app, to)))
		const unspent = await link()
		const saved = await admin().updateUserById(person.id, { email: 'saved@skerry.example' })
		expect(saved.data.user).toMatchObject({ email: 'saved@skerry.example' })
		expect(saved.data.user?.new_email).toBeUndefined()
		for (const { tokenHash } of mails) expect((await spend('email_change', tokenHash)).error?.code).toBe('otp_expired')
		expect((await spend('magiclink', unspent)).error?.code).toBe('otp_expired')
	})

	it('a sign-in by link while an administrator changes the password does not last', async () => {
		const { id, email } = await app.person()
		for (let round = 0; round < 6; round++) {
			const { data } = await admin().generateLink({ type: 'magiclink', email })
			const guest = app.client()
			const token_hash = data.properties?.hashed_token ?? ''
			const changed = { password: `five days of paddling ${round}` }
			const [{ data: opened }] = await Promise.all([
				guest.auth.verifyOtp({ type: 'magiclink', token_hash }),
				admin().updateUserById(id, changed),
			])
			const bearer = opened.session?.access_token
			if (bearer) expect((await callAuth(app, 'GET', '/user', { bearer })).body.code).toBe('session_not_found')
		}
	})

	it('a malformed user id and an unknown one are refused differently', async () => {
		for (const method of ['GET', 'PUT', 'DELETE']) {
			const body = method === 'GET' ? undefined : { email: 'z@z.example' }
			expect(errorParts(await call(method, '/admin/users/one', body))).toEqual([
				404,
				'validation_failed',
				'user_id must be an UUID',
			])
			expect(errorParts(await call(method, `/admin/users/${randomUUID()}`, body))).toEqual([
				404,
				'user_not_found',
				'User not found',
			])
		}
	})

	it('users are listed in pages that the official client can walk', async () => {
		const own = await createTestApp()
		for (let i = 0; i < 5; i++)
			await own.admin().auth.admin.createUser({
				email: `u${i}@skerry.example`,
				user_metadata: { full_name: `Person ${i}` },
			})
		const { data, error } = await own.admin().auth.admin.listUsers({ page: 2, perPage: 2 })
		expect(error).toBeNull()
		expect(data.users.map(({ email }) => email)).toEqual(['u2@skerry.example', 'u1@skerry.example'])
		expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3 })
		const list = (query: string) =>
			callAuth(own, 'GET', `/admin/users?${query}`, { bearer: own.deps.keys.serviceRoleKey })
		const linkOf = async (query: string) => (await list(query)).headers.get('link')
		const address = `${own.url}/auth/v1/admin/users`
		expect(await linkOf('page=1&per_page=2')).toBe(
			`<${address}?page=2&per_page=2>; rel="next", <${address}?page=3&per_page=2>; rel="last"`,
		)
		expect(await linkOf('page=3&per_page=2')).toBe(`<${address}?page=3&per_page=2>; rel="last"`)
		expect(await linkOf('')).toBe(`<${address}?page=1&per_page=50>; rel="last"`)
		const all = await list('page=&per_page=')
		expect(all.headers.get('x-total-count')).toBe('5')
		expect(all.body.aud).toBe('authenticated')
		expect(all.body.users[0].identities).toBeNull()
		const found = await list('filter=SON%203')
		expect(found.body.users).toMatchObject([{ email: 'u3@skerry.example' }])
		const oldest = await list('sort=created_at%20asc&per_page=1')
		expect(oldest.body.users).toMatchObject([{ email: 'u0@skerry.example' }])
		expect((await list('page=0&per_page=2')).body).toEqual((await list('page=1&per_page=2')).body)
		expect(await linkOf('page=0&per_page=2')).toBe(await linkOf('page=1&per_page=2'))
		for (const query of ['page=-1', 'page=x', 'per_page=-1'])
			expect((await list(query)).body.message).toMatch(/^Bad Pagination Parameters: /)
		await own.close()
	})

	it('the address of a user created as confirmed is marked as verified', async () => {
		const email = 'verified@skerry.example'
		const { data } = await admin().createUser({
			email,
			email_confirm: true,
			user_metadata: { seat: 4 },
		})
		expect(data.user?.user_metadata).toEqual({ seat: 4, email_verified: true })
		expect(data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
		const bare = await admin().createUser({ email: 'bare@skerry.example' })
		expect(bare.data.user?.user_metadata).toEqual({})
		const confirmed = await admin().updateUserById(bare.data.user?.id ?? '', {
			email_confirm: true,
		})
		expect(confirmed.data.user?.user_metadata).toEqual({ email_verified: true })
	})

	it('an invitation is sent by mail and its link signs in', async () => {
		const { data, error } = await admin().inviteUserByEmail('guest@skerry.example', {
			data: { username: 'guest' },
		})
		expect(error).toBeNull()
		expect(data.user?.invited_at).toBeDefined()
		const mail = await lastMailTo(app, 'guest@skerry.example')
		expect(mail.link.searchParams.get('type')).toBe('invite')
		const opened = await app.client().auth.verifyOtp({ type: 'invite', token_hash: mail.tokenHash })
		expect(opened.data.user?.user_metadata.username).toBe('guest')
		const again = await admin().inviteUserByEmail('guest@skerry.example')
		expect(again.error).toMatchObject({ status: 422, code: 'email_exists' })
	})

	it('an administrator signs a user out by their token', async () => {
		const { client, token } = await app.person()
		expect((await admin().signOut(token)).error).toBeNull()
		expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	})
})
