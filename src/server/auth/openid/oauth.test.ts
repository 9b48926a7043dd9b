import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import {
	client,
	type OpenidPerson,
	type OpenidServer,
	startOpenidServer,
} from '#test/openid-server.ts'
import { lastMailTo } from '#test/outbox.ts'

const password = 'five days of paddling'

describe('signing in by a provider', () => {
	let app: TestApp
	let google: OpenidServer
	beforeAll(async () => {
		google = await startOpenidServer()
		app = await createTestApp({
			MAIL_AUTOCONFIRM: 'off',
			MANUAL_LINKING: 'on',
			GOOGLE_CLIENT_ID: client.id,
			GOOGLE_CLIENT_SECRET: client.secret,
			OAUTH_GOOGLE_ISSUER: google.issuer,
			OAUTH_GITHUB_CLIENT_ID: 'x',
			OAUTH_GITHUB_CLIENT_SECRET: 'y',
		})
	})
	afterAll(async () => {
		await app.close()
		await google.close()
	})

	const open = (path: string) => callAuth(app, 'GET', path, { headers: { apikey: '' } })
	const begin = async (query = '') =>
		(await open(`/authorize?provider=google${query}`)).headers.get('location') ?? ''
	const comeBack = async (address: string) => {
		const answer = await open(address.slice(address.indexOf('/callback')))
		return { status: answer.status, url: new URL(answer.headers.get('location') ?? '') }
	}
	const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1))
	async function signIn(person: OpenidPerson, claims: Record<string, unknown> = {}) {
		google.next = { person, claims }
		return comeBack(await google.visit(await begin()))
	}
	const userOf = async (url: URL) => {
		const bearer = fragment(url).get('access_token') ?? ''
		return (await callAuth(app, 'GET', '/user', { bearer })).body
	}
	async function register(email: string, confirm: boolean) {
		await callAuth(app, 'POST', '/signup', { body: { email, password } })
		if (!confirm) return
		const { tokenHash } = await lastMailTo(app, email)
		await callAuth(app, 'POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
	}
	const byPassword = (email: string) => app.client().auth.signInWithPassword({ email, password })

	it('sends to the provider what it needs, and passes on what the caller adds', async () => {
		const { data } = await app.client().auth.signInWithOAuth({
			provider: 'google',
			options: {
				redirectTo: `${app.url}/`,
				scopes: 'email profile openid',
				queryParams: {
					access_type: 'offline',
					prompt: 'consent',
					client_id: 'evil',
					STATE: 'evil',
				},
				skipBrowserRedirect: true,
			},
		})
		const url = new URL(
			(await open(data.url?.split('/auth/v1')[1] ?? '')).headers.get('location') ?? '',
		)
		expect(url.origin + url.pathname).toBe(`${google.issuer}/authorize`)
		const query = Object.fromEntries(url.searchParams)
		expect(query).toMatchObject({
			client_id: client.id,
			redirect_uri: `${app.url}/auth/v1/callback`,
			response_type: 'code',
			scope: 'openid email profile',
			access_type: 'offline',
			prompt: 'consent',
			code_challenge_method: 'S256',
		})
		expect(query.state).toMatch(/^[0-9a-f-]{36}$/)
		expect(Object.keys(query)).not.toContain('STATE')
		expect(Object.keys(query)).not.toContain('provider')
	})

	it('makes a user of a new person, with session and provider tokens', async () => {
		const person = { sub: 'g-1', email: 'New@Skerry.example', email_verified: true, name: 'Isla' }
		const { status, url } = await signIn(person)
		expect(status).toBe(302)
		expect(fragment(url).get('provider_token')).toBe('access-g-1')
		expect(fragment(url).get('provider_refresh_token')).toBe('refresh-g-1')
		const user = await userOf(url)
		expect(user).toMatchObject({
			email: 'new@skerry.example',
			email_confirmed_at: expect.any(String),
			app_metadata: { provider: 'google', providers: ['google'] },
			user_metadata: { full_name: 'Isla', email_verified: true },
			identities: [{ provider: 'google', id: 'g-1', identity_data: { sub: 'g-1' } }],
		})
		const again = await userOf((await signIn({ ...person, name: 'Isla M.' })).url)
		expect(again.id).toBe(user.id)
		expect(again.user_metadata.full_name).toBe('Isla M.')
	})

	it('gives a PKCE client a code, and the provider tokens with the session', async () => {
		google.next = { person: { sub: 'g-2', email: 'pkce@skerry.example', email_verified: true } }
		const verifier = 'v'.repeat(64)
		const challenge = `&code_challenge=${verifier}&code_challenge_method=plain`
		const { url } = await comeBack(await google.visit(await begin(challenge)))
		expect(url.hash).toBe('')
		const body = { auth_code: url.searchParams.get('code'), code_verifier: verifier }
		const answer = await callAuth(app, 'POST', '/token?grant_type=pkce', { body })
		expect(answer.body).toMatchObject({
			provider_token: 'access-g-2',
			provider_refresh_token: 'refresh-g-2',
			user: { email: 'pkce@skerry.example' },
		})
	})

	it('joins a verified address with the account that proved it, which keeps its password', async () => {
		const email = 'both@skerry.example'
		await register(email, true)
		const before = (await byPassword(email)).data.user
		const user = await userOf((await signIn({ sub: 'g-3', email, email_verified: true })).url)
		expect(user.id).toBe(before?.id)
		expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
		expect((await byPassword(email)).error).toBeNull()
	})

	it('takes an unproven account from whoever registered it first', async () => {
		const email = 'victim@skerry.example'
		await register(email, false)
		const user = await userOf((await signIn({ sub: 'g-4', email, email_verified: true })).url)
		expect(user.app_metadata.providers).toEqual(['google'])
		expect((await byPassword(email)).error?.code).toBe('invalid_credentials')
	})

	it('takes it also where no mail ever proved anything, with its sessions', async () => {
		const auto = await createTestApp({ MAIL_AUTOCONFIRM: 'on' }, app.database)
		const attacker = auto.client()
		const email = 'auto@skerry.example'
		await attacker.auth.signUp({ email, password })
		await auto.close()
		await signIn({ sub: 'g-5', email, email_verified: true })
		expect((await byPassword(email)).error?.code).toBe('invalid_credentials')
		const rows = await asOwner(
			app.database,
			'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1 and not s.amr @> \'[{"method":"oauth"}]\'',
			[email],
		)
		expect(rows).toHaveLength(0)
	})

	it('lets an unverified address join nothing, and asks its owner by mail', async () => {
		const email = 'unsure@skerry.example'
		const { url } = await signIn({ sub: 'g-6', email, email_verified: false })
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			error: 'access_denied',
			error_code: 'provider_email_needs_verification',
			error_description:
				'Unverified email with google. A confirmation email has been sent to your google email',
		})
		const { tokenHash } = await lastMailTo(app, email)
		const verified = await callAuth(app, 'POST', '/verify', {
			body: { type: 'signup', token_hash: tokenHash },
		})
		expect(verified.body.user.email).toBe(email)

		const taken = 'taken@skerry.example'
		await register(taken, true)
		const stranger = await userOf(
			(await signIn({ sub: 'g-7', email: taken, email_verified: false })).url,
		)
		expect(stranger.email).toBe('')
	})

	it('takes a state once, in time, and ours only', async () => {
		google.next = { person: { sub: 'g-8', email: 'once@skerry.example', email_verified: true } }
		const back = await google.visit(
			await begin(`&code_challenge=${'x'.repeat(43)}&code_challenge_method=s256`),
		)
		await comeBack(back)
		const cases: [string, string, string][] = [
			[back, 'flow_state_already_used', 'State has already been used'],
			['/callback?code=x', 'bad_oauth_callback', 'OAuth state parameter missing'],
			['/callback?code=x&state=one', 'bad_oauth_state', 'OAuth state parameter is invalid'],
			[
				`/callback?code=x&state=${randomUUID()}`,
				'bad_oauth_state',
				'OAuth state not found or expired',
			],
		]
		for (const [address, code, message] of cases) {
			const { status, url } = await comeBack(address)
			expect([status, url.origin, url.hash]).toEqual([303, app.url, ''])
			expect(url.searchParams.get('error_code')).toBe(code)
			expect(url.searchParams.get('error_description')).toBe(message)
		}
		const late = await google.visit(await begin())
		await asOwner(
			app.database,
			"update auth.flow_state set created_at = now() - interval '6 minutes'",
		)
		const { url } = await comeBack(late)
		expect(url.searchParams.get('error_description')).toBe('OAuth state has expired')
	})

	it('tells the failures of a visit in query and fragment', async () => {
		const state = async () => new URL(await begin()).searchParams.get('state')
		const noCode = (await comeBack(`/callback?state=${await state()}`)).url
		expect(noCode.searchParams.get('error_code')).toBe('bad_oauth_callback')
		expect(fragment(noCode).get('error_code')).toBe('bad_oauth_callback')
		const denied = (
			await comeBack(`/callback?state=${await state()}&error=access_denied&error_description=No`)
		).url
		expect(Object.fromEntries(denied.searchParams)).toEqual({
			error: 'access_denied',
			error_description: 'No',
		})
		const wrong = (await comeBack(`/callback?state=${await state()}&code=abcdefgh`)).url
		expect(wrong.searchParams.get('error_description')).toBe(
			'Unable to exchange external code: abcd',
		)
	})

	it.each([
		['another nonce', { nonce: 'other' }],
		['another audience', { aud: 'somebody' }],
		['another issuer', { iss: 'https://evil.example' }],
		['an ended life', { exp: 1 }],
		['no subject', { sub: undefined }],
	])('refuses an ID token with %s', async (_, claims) => {
		const person = { sub: 'g-9', email: 'forged@skerry.example', email_verified: true }
		const { url } = await signIn(person, claims)
		expect(url.searchParams.get('error_description')).toBe(
			'Error getting user profile from external provider',
		)
		const rows = await asOwner(
			app.database,
			"select from auth.users where email = 'forged@skerry.example'",
		)
		expect(rows).toHaveLength(0)
	})

	it('links an identity to whoever is signed in, and refuses one that is taken', async () => {
		const email = 'linker@skerry.example'
		await register(email, true)
		const mine = app.client()
		await mine.auth.signInWithPassword({ email, password })
		const link = async (sub: string) => {
			google.next = { person: { sub, email: `${sub}@elsewhere.example`, email_verified: true } }
			const { data } = await mine.auth.linkIdentity({
				provider: 'google',
				options: { skipBrowserRedirect: true },
			})
			return (await comeBack(await google.visit(data.url ?? ''))).url
		}
		expect((await userOf(await link('g-10'))).email).toBe(email)
		expect((await link('g-10')).searchParams.get('error_description')).toBe(
			'Identity is already linked',
		)
		expect((await link('g-1')).searchParams.get('error_description')).toBe(
			'Identity is already linked to another user',
		)
		const { data } = await mine.auth.getUserIdentities()
		const linked = data?.identities.find(({ provider }) => provider === 'google')
		if (!linked) throw new Error('nothing was linked')
		expect((await mine.auth.unlinkIdentity(linked)).error).toBeNull()
	})

	it('refuses providers that are unknown or not set up, with JSON', async () => {
		for (const [provider, message] of [
			['facebook', 'Unsupported provider: provider is not enabled'],
			['github', 'Unsupported provider: provider is not enabled'],
			['pigeon', 'Unsupported provider: Provider pigeon could not be found'],
			['', 'Unsupported provider: Provider  could not be found'],
		]) {
			const { status, body } = await open(`/authorize?provider=${provider}`)
			expect([status, body.code, body.message]).toEqual([400, 'validation_failed', message])
		}
	})
})
