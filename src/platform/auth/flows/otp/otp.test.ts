import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('POST /otp', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ REDIRECT_ALLOW_LIST: 'https://app.example/**' })
	})
	afterAll(() => app.close())

	const fragment = (location: string | null) => new URLSearchParams(location?.split('#')[1])
	const openLink = (path: string) => callAuth(app, 'GET', path, { headers: { apikey: '' } })

	it('POST /otp creates an unknown user and signs them in by code', async () => {
		const client = app.client()
		const email = 'first@skerry.example'
		const { error } = await client.auth.signInWithOtp({
			email,
			options: { data: { username: 'first' } },
		})
		expect(error).toBeNull()
		const mail = await lastMailTo(app, email)
		expect(mail.subject).toBe(`${mail.code} is your Plaudit code`)
		expect(mail.link.searchParams.get('type')).toBe('magiclink')
		const { data } = await client.auth.verifyOtp({ type: 'email', email, token: mail.code })
		expect(data.user).toMatchObject({ email, user_metadata: { username: 'first' } })
	})

	it('POST /magiclink works like POST /otp', async () => {
		const body = { email: 'older@skerry.example' }
		const answer = await callAuth(app, 'POST', '/magiclink', { body })
		expect([answer.status, answer.body]).toEqual([200, {}])
		expect(await mailsTo(app, body.email)).toHaveLength(1)
	})

	it('POST /otp redirects a link to where the flow began, with tokens in the fragment', async () => {
		const { email } = await app.person()
		const target = 'https://app.example/after?x=1'
		await app.client().auth.signInWithOtp({ email, options: { emailRedirectTo: target } })
		const { tokenHash, link } = await lastMailTo(app, email)
		expect(link.searchParams.get('redirect_to')).toBe(target)
		const query = new URLSearchParams({ token: tokenHash, type: 'magiclink', redirect_to: target })
		const answer = await openLink(`/verify?${query}`)
		expect(answer.status).toBe(303)
		const location = answer.headers.get('location')
		expect(location?.split('#')[0]).toBe(target)
		const parts = fragment(location)
		expect([...parts.keys()]).toEqual([
			'access_token',
			'expires_at',
			'expires_in',
			'refresh_token',
			'sb',
			'token_type',
			'type',
		])
		expect(parts.get('type')).toBe('magiclink')
		const { data } = await app.client().auth.setSession({
			access_token: parts.get('access_token') ?? '',
			refresh_token: parts.get('refresh_token') ?? '',
		})
		expect(data.user?.email).toBe(email)

		const again = fragment((await openLink(`/verify?${query}`)).headers.get('location'))
		expect(Object.fromEntries(again)).toEqual({
			error: 'access_denied',
			error_code: 'otp_expired',
			error_description: 'Email link is invalid or has expired',
			sb: '',
		})
	})

	it('POST /otp never redirects to where it must not', async () => {
		const query = 'token=x&type=magiclink&redirect_to=https://evil.example/'
		const answer = await openLink(`/verify?${query}`)
		expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/#error=/)
	})

	it('GET /verify without type or token answers JSON', async () => {
		for (const query of ['token=x', 'type=signup']) expect((await openLink(`/verify?${query}`)).status).toBe(400)
		const unknown = await openLink('/verify?token=x&type=pigeon')
		expect(fragment(unknown.headers.get('location')).get('error_code')).toBe('validation_failed')
	})

	it('POST /otp gives a PKCE flow a code, which its verifier turns into a session, once', async () => {
		const { email } = await app.person()
		const verifier = randomBytes(32).toString('hex')
		const exchange = (auth_code: string | null, code_verifier = verifier) =>
			callAuth(app, 'POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })
		const begin = async () => {
			const code_challenge = createHash('sha256').update(verifier).digest('base64url')
			const body = { email, code_challenge, code_challenge_method: 's256' }
			expect((await callAuth(app, 'POST', '/otp', { body })).status).toBe(200)
			const { tokenHash } = await lastMailTo(app, email)
			expect(tokenHash).toMatch(/^pkce_[0-9a-f]{56}$/)
			const answer = await openLink(`/verify?token=${tokenHash}&type=magiclink`)
			return new URL(answer.headers.get('location') ?? '').searchParams.get('code')
		}
		const code = await begin()
		const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		const opened = answers.find(({ status }) => status === 200)
		expect(opened?.body.user.email).toBe(email)
		expect(errorParts(await exchange(code))).toEqual([
			404,
			'flow_state_not_found',
			'invalid flow state, no valid flow state found',
		])

		const other = await begin()
		expect(errorParts(await exchange(other, 'x'.repeat(64)))).toEqual([
			400,
			'bad_code_verifier',
			'code challenge does not match previously saved code verifier',
		])
		expect((await exchange(other)).body.code).toBe('flow_state_not_found')

		const late = await begin()
		await asOwner(
			app.database,
			"update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes' where auth_code = $1",
			[late],
		)
		expect(errorParts(await exchange(late))).toEqual([
			422,
			'flow_state_expired',
			'invalid flow state, flow state has expired',
		])
	})

	it('POST /otp puts a PKCE error into query and fragment', async () => {
		const answer = await openLink('/verify?token=pkce_x&type=magiclink')
		const url = new URL(answer.headers.get('location') ?? '')
		expect(url.searchParams.get('error_code')).toBe('otp_expired')
		expect(fragment(url.href).get('error_code')).toBe('otp_expired')
	})

	it('POST /recover mails known users and answers unknown addresses alike', async () => {
		const { email } = await app.person()
		const client = app.client()
		const { error } = await client.auth.resetPasswordForEmail(email, {
			redirectTo: `${app.url}/auth`,
		})
		expect(error).toBeNull()
		const mail = await lastMailTo(app, email)
		expect(mail.subject).toBe('Choose a new password for Plaudit')
		const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: mail.tokenHash })
		expect(data.session).not.toBeNull()
		expect((await client.auth.updateUser({ password })).error).toBeNull()
		expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()

		const stranger = { email: 'stranger@skerry.example' }
		const answer = await callAuth(app, 'POST', '/recover', { body: stranger })
		expect([answer.status, answer.body]).toEqual([200, {}])
		expect(await mailsTo(app, stranger.email)).toHaveLength(0)
	})

	it('a link to a former address of the account is refused', async () => {
		for (const by of ['link', 'code']) {
			const { email } = await app.person()
			await callAuth(app, 'POST', '/recover', { body: { email } })
			const mail = await lastMailTo(app, email)
			// The mail was sent before an administrator replaced the address.
			await asOwner(app.database, 'update auth.users set email = $2 where email = $1', [email, `new-${email}`])
			const proof = by === 'link' ? { token_hash: mail.tokenHash } : { email, token: mail.code }
			const late = await callAuth(app, 'POST', '/verify', { body: { type: 'recovery', ...proof } })
			expect(late.body.code).toBe('otp_expired')
		}
	})

	it('POST /resend answers alike, whether something is pending or not', async () => {
		const { email } = await app.person()
		for (const [type, address] of [
			['signup', email],
			['signup', 'stranger@skerry.example'],
			['email_change', email],
		]) {
			const answer = await callAuth(app, 'POST', '/resend', { body: { type, email: address } })
			expect([answer.status, answer.body]).toEqual([200, {}])
		}
		expect(await mailsTo(app, email)).toHaveLength(0)
	})
})
