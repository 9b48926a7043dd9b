import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'
const spent = [403, 'otp_expired', 'Email link is invalid or has expired']

describe('confirming an address', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off' })
	})
	afterAll(() => app.close())

	let people = 0
	async function signUp(data: Record<string, unknown> = {}, given = password) {
		const email = `new-${++people}@skerry.example`
		const body = { email, password: given, data }
		const answer = await callAuth(app, 'POST', '/signup', { body })
		return { email, answer }
	}
	const signIn = (email: string, given = password) =>
		callAuth(app, 'POST', '/token?grant_type=password', { body: { email, password: given } })

	it('confirming an address answers a sign-up with a bare user, no tokens, and one mail with link and code', async () => {
		const { email, answer } = await signUp({ username: 'isla' })
		expect(answer.body).toMatchObject({
			email,
			role: 'authenticated',
			confirmation_sent_at: expect.any(String),
			user_metadata: { username: 'isla', email_verified: false },
		})
		for (const absent of ['access_token', 'user', 'email_confirmed_at', 'confirmed_at'])
			expect(answer.body).not.toHaveProperty(absent)
		expect(errorParts(await signIn(email))).toEqual([400, 'email_not_confirmed', 'Email not confirmed'])
		expect((await signIn(email, 'not this one')).body.code).toBe('invalid_credentials')

		const mails = await mailsTo(app, email)
		expect(mails).toHaveLength(1)
		const [mail] = mails
		expect(mail?.subject).toBe('Confirm your address for Plaudit')
		expect(mail?.link.href).toContain(`${app.url}/auth/confirm?`)
		expect(mail?.link.searchParams.get('type')).toBe('signup')
		expect(mail?.link.searchParams.get('redirect_to')).toBe(app.url)
		expect(mail?.tokenHash).toMatch(/^[0-9a-f]{56}$/)
		expect(mail?.code).toMatch(/^\d{6}$/)
		expect(mail?.html).toContain(mail?.code)
	})

	it('confirming an address opens a session for the hash of the link, once', async () => {
		const { email } = await signUp()
		const { tokenHash } = await lastMailTo(app, email)
		const client = app.client()
		const { data, error } = await client.auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		expect(error).toBeNull()
		expect(data.user?.email_confirmed_at).toBeDefined()
		expect(data.user?.user_metadata.email_verified).toBe(true)
		expect(data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true)
		const claims = (await client.auth.getClaims()).data?.claims
		expect(claims?.amr).toMatchObject([{ method: 'otp' }])
		expect((await signIn(email)).status).toBe(200)
		const again = { type: 'signup', token_hash: tokenHash }
		expect(errorParts(await callAuth(app, 'POST', '/verify', { body: again }))).toEqual(spent)
	})

	it('confirming an address takes the code with the address instead, under the type email too, spaces forgiven', async () => {
		const { email } = await signUp()
		const { code } = await lastMailTo(app, email)
		const token = ` ${code.slice(0, 3)} ${code.slice(3)} `
		const { data } = await app.client().auth.verifyOtp({ type: 'email', email, token })
		expect(data.session).not.toBeNull()
	})

	it('exactly one of fifty concurrent confirmations of an address succeeds', async () => {
		const { email } = await signUp()
		const { tokenHash, code } = await lastMailTo(app, email)
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, i) =>
				callAuth(app, 'POST', '/verify', {
					body: i % 2 === 0 ? { type: 'signup', token_hash: tokenHash } : { type: 'signup', email, token: code },
				}),
			),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect(answers.filter(({ body }) => body.code === 'otp_expired')).toHaveLength(49)
	})

	it('confirming an address ends the code after ten wrong guesses, and the link lives on', async () => {
		const { email } = await signUp()
		const { tokenHash, code } = await lastMailTo(app, email)
		const wrong = code === '000000' ? '000001' : '000000'
		const guess = (token: string) => callAuth(app, 'POST', '/verify', { body: { type: 'email', email, token } })
		for (let i = 0; i < 10; i++) expect((await guess(wrong)).body.code).toBe('otp_expired')
		expect(errorParts(await guess(code))).toEqual([403, 'otp_expired', 'Token has expired or is invalid'])
		const byLink = { type: 'signup', token_hash: tokenHash }
		expect((await callAuth(app, 'POST', '/verify', { body: byLink })).status).toBe(200)
	})

	it('confirming an address refuses an expired token, one of another type, and one of a banned user', async () => {
		const { email, answer } = await signUp()
		const { tokenHash } = await lastMailTo(app, email)
		const verify = (type: string) => callAuth(app, 'POST', '/verify', { body: { type, token_hash: tokenHash } })
		expect(errorParts(await verify('recovery'))).toEqual(spent)
		const set = (text: string) => asOwner(app.database, text, [answer.body.id])
		await set("update auth.users set banned_until = '2999-01-01' where id = $1")
		expect(errorParts(await verify('signup'))).toEqual([403, 'user_banned', 'User is banned'])
		await set('update auth.users set banned_until = null where id = $1')
		await set('update auth.one_time_tokens set expires_at = now() where user_id = $1')
		expect(errorParts(await verify('signup'))).toEqual(spent)
	})

	it('confirming an address stores neither code nor link', async () => {
		const { email, answer } = await signUp()
		const { tokenHash, code } = await lastMailTo(app, email)
		const stored = await asOwner<{ row: string }>(
			app.database,
			'select to_jsonb(t)::text as row from auth.one_time_tokens t where user_id = $1',
			[answer.body.id],
		)
		expect(stored).toHaveLength(1)
		expect(stored[0]?.row).not.toContain(tokenHash)
		expect(stored[0]?.row).not.toContain(`"${code}"`)
	})

	it('a sign-up with a confirmed address answers a user who does not exist, and sends no mail', async () => {
		const { email } = await signUp()
		const { tokenHash } = await lastMailTo(app, email)
		await app.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		const { data, error } = await app.client().auth.signUp({
			email,
			password: 'something else',
			options: { data: { seat: 4 } },
		})
		expect(error).toBeNull()
		expect(data.session).toBeNull()
		expect(data.user).toMatchObject({
			email,
			role: '',
			identities: [],
			user_metadata: { seat: 4 },
			app_metadata: { provider: 'email', providers: ['email'] },
			confirmation_sent_at: expect.any(String),
		})
		const [{ id }] = await asOwner<{ id: string }>(app.database, 'select id from auth.users where email = $1', [
			email,
		]).then((rows) => rows as [{ id: string }])
		expect(data.user?.id).not.toBe(id)
		expect(await mailsTo(app, email)).toHaveLength(1)
		expect((await signIn(email)).status).toBe(200)
	})

	it('a username refusal does not reveal whether an address is registered', async () => {
		const { email } = await signUp({ username: 'lena' })
		const { tokenHash } = await lastMailTo(app, email)
		await app.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		const known = await callAuth(app, 'POST', '/signup', {
			body: { email, password, data: { username: 'lena' } },
		})
		const { answer: unknown } = await signUp({ username: 'lena' })
		expect(errorParts(known)).toEqual([409, 'username_taken', 'Username "lena" is taken. Try "lena2".'])
		expect(errorParts(unknown)).toEqual(errorParts(known))
	})
})

describe('an address that another person registered first', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ MAIL_AUTOCONFIRM: 'off' })
	})
	afterAll(() => app.close())

	const attacker = 'the attacker knows this'
	const register = (email: string, given: string) =>
		callAuth(app, 'POST', '/signup', {
			body: { email, password: given, data: { note: 'https://evil.example' } },
		})
	const confirm = async (email: string, type = 'email') => {
		const { tokenHash } = await lastMailTo(app, email)
		return callAuth(app, 'POST', '/verify', { body: { type, token_hash: tokenHash } })
	}
	const signIn = (email: string, given: string) =>
		callAuth(app, 'POST', '/token?grant_type=password', { body: { email, password: given } })

	it.each([
		['signing up with another password', '/signup', { password }],
		['asking for a code', '/otp', {}],
		['asking for a new password', '/recover', {}],
		['signing up, then asking to send it again', '/resend', { type: 'signup' }],
		['being invited', '/invite', {}],
	])('is free of their password, and of what they wrote, after %s', async (_, path, more) => {
		const email = `victim${path.replaceAll('/', '-')}@skerry.example`
		await register(email, attacker)
		if (path === '/resend') await register(email, password)
		const bearer = path === '/invite' ? app.deps.keys.serviceRoleKey : ''
		const asked = await callAuth(app, 'POST', path, { bearer, body: { email, ...more } })
		expect(asked.status).toBe(200)
		const { user } = (await confirm(email)).body
		expect((await signIn(email, attacker)).body.code).toBe('invalid_credentials')
		const own = { sub: user.id, email, email_verified: true, phone_verified: false }
		expect(user.user_metadata).toEqual(own)
		expect(user.identities[0].identity_data).toEqual(own)
	})

	it('a repeated sign-up with the same password keeps it', async () => {
		const email = 'patient@skerry.example'
		await register(email, password)
		await register(email, password)
		const { user } = (await confirm(email)).body
		expect(user.user_metadata).toHaveProperty('note')
		expect((await signIn(email, password)).status).toBe(200)
	})

	it('metadata of an administrator stays when another mail confirms the address', async () => {
		const email = 'made@skerry.example'
		const admin = app.admin().auth.admin
		await admin.createUser({ email, password: attacker, user_metadata: { seat: 4 } })
		await callAuth(app, 'POST', '/otp', { body: { email } })
		const { user } = (await confirm(email)).body
		expect(user.user_metadata).toEqual({ seat: 4, email_verified: true })
	})

	it('metadata of a user who requested a code twice stays', async () => {
		const email = 'twice-by-code@skerry.example'
		for (const _ of [1, 2]) await callAuth(app, 'POST', '/otp', { body: { email, data: { seat: 4 } } })
		expect((await confirm(email)).body.user.user_metadata).toMatchObject({ seat: 4 })
	})
})
