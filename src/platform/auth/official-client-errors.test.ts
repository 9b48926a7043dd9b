import { createClient, type SignInWithPasswordCredentials, type Web3Credentials } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

// docs/wire-auth.md lists the errors that the current client words differently.

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const nothing = {} as never
const refusal = (message: string) => ({ name: 'AuthInvalidCredentialsError', status: 400, message })

it('sign-up, sign-in, codes and resend report missing fields before a request', async () => {
	const { auth } = app.client()
	const lone = { password: 'a long enough pass phrase' } as unknown as SignInWithPasswordCredentials
	const both = refusal('You must provide either an email or phone number and a password')
	for (const { error } of [
		await auth.signUp(nothing),
		await auth.signUp(lone),
		await auth.signInWithPassword(nothing),
		await auth.signInWithPassword(lone),
	])
		expect(error?.toJSON()).toMatchObject(both)
	expect((await auth.signInWithOtp(nothing)).error?.toJSON()).toMatchObject(
		refusal('You must provide either an email or phone number.'),
	)
	expect((await auth.resend(nothing)).error?.toJSON()).toMatchObject(
		refusal('You must provide either an email or phone number and a type'),
	)
})

it('the server refuses missing fields that the client lets through', async () => {
	const { auth } = app.client()
	const { email } = await app.person()
	const { error: signUp } = await auth.signUp({ email } as never)
	const { error: signIn } = await auth.signInWithPassword({ email } as never)
	const { error: resend } = await auth.resend({ email } as never)
	expect([signUp, signIn, resend].map((error) => [error?.status, error?.code])).toEqual([
		[400, 'validation_failed'],
		[400, 'invalid_credentials'],
		[400, 'validation_failed'],
	])
})

it('wallets of other chains are refused by the client, and all wallets by the server', async () => {
	const { auth } = app.client()
	await expect(auth.signInWithWeb3({ chain: 'bitcoin' } as unknown as Web3Credentials)).rejects.toThrow(
		'@supabase/auth-js: Unsupported chain "bitcoin"',
	)
	const disabled = { status: 422, code: 'web3_provider_disabled' }
	const signature = new Uint8Array(64)
	const solana = await auth.signInWithWeb3({ chain: 'solana', message: 'm', signature })
	expect(solana.error?.toJSON()).toMatchObject(disabled)
	const ethereum = await auth.signInWithWeb3({ chain: 'ethereum', message: 'm', signature: '0x00' })
	expect(ethereum.error?.toJSON()).toMatchObject(disabled)
})

/** A client that keeps its session, as a browser does. */
function storingClient(flowType: 'pkce' | 'implicit', fetch = app.fetch) {
	const items = new Map<string, string>()
	const storage = {
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
	}
	const auth = { flowType, storage, autoRefreshToken: false, detectSessionInUrl: false }
	return { ...createClient(app.url, app.deps.keys.anonKey, { global: { fetch }, auth }), items }
}

it('a session without both tokens and an exchange without a code are refused', async () => {
	const { auth } = storingClient('pkce')
	const noTokens = { access_token: '', refresh_token: '' }
	const missing = { name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' }
	for (const { error } of [
		await auth.setSession(noTokens),
		await auth.setSession({ ...noTokens, refresh_token: 'x' }),
		await auth.setSession({ ...noTokens, access_token: 'x' }),
		await auth.getUser(),
		await auth.updateUser({ data: {} }),
		await auth.refreshSession(),
	])
		expect(error?.toJSON()).toMatchObject(missing)
	const exchange = await auth.exchangeCodeForSession('')
	expect(exchange.error?.toJSON()).toMatchObject({ name: 'AuthPKCECodeVerifierMissingError' })
	expect(await auth.getSession()).toMatchObject({ data: { session: null }, error: null })
	const implicit = await storingClient('implicit').auth.exchangeCodeForSession('')
	expect(implicit.error?.toJSON()).toMatchObject({ status: 400, code: 'validation_failed' })
})

it('a token is verified by the key set, or by the server where no key fits', async () => {
	const { token, id } = await app.person()
	const [header = '', payload = '', signature = ''] = token.split('.')
	const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
	const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
	const forged = [header, write({ ...read(payload), role: 'service_role' }), signature].join('.')
	const unknownKey = [write({ ...read(header), kid: 'none' }), payload, signature].join('.')

	const { auth } = app.client()
	expect((await auth.getClaims(token)).data?.claims.sub).toBe(id)
	expect((await auth.getClaims(forged)).error?.toJSON()).toMatchObject({
		name: 'AuthInvalidJwtError',
		status: 400,
		code: 'invalid_jwt',
		message: 'Invalid JWT signature',
	})
	// Earlier clients threw "No matching signing key found in JWKS"; this one asks the server.
	expect((await auth.getClaims(unknownKey)).error?.toJSON()).toMatchObject({ status: 403, code: 'bad_jwt' })

	// Earlier clients threw "JWKS is empty"; this one asks the server, too.
	const paths: string[] = []
	const fetch: typeof globalThis.fetch = (input, init) => {
		const { pathname } = new URL(input instanceof Request ? input.url : input)
		paths.push(pathname)
		return pathname.endsWith('/jwks.json') ? Promise.resolve(Response.json({ keys: [] })) : app.fetch(input, init)
	}
	const key = app.deps.keys.anonKey
	const fresh = createClient(`${app.url}/`, key, {
		global: { fetch },
		auth: { storageKey: 'fresh', persistSession: false },
	})
	expect((await fresh.auth.getClaims(token)).data?.claims.sub).toBe(id)
	expect(paths).toContain('/auth/v1/user')
})

it('phone codes default to sms, and a mailed code creates the account', async () => {
	const sent: unknown[] = []
	const { auth } = storingClient('implicit', (input, init) => {
		if (init?.method === 'POST') sent.push(JSON.parse(String(init.body)))
		return app.fetch(input, init)
	})
	const phone = '+4915112345678'
	await auth.signInWithOtp({ phone })
	await auth.signUp({ phone, password: 'a long enough pass phrase' })
	expect((await auth.signInWithOtp({ email: 'comes-by-code@example.test' })).error).toBeNull()
	expect(sent).toMatchObject([{ channel: 'sms', create_user: true }, { channel: 'sms' }, { create_user: true }])
})

it('a missing backend URL stops the client at once', () => {
	expect(() => createClient('', 'key')).toThrow('supabaseUrl is required.')
})

it('a session has seven fields; its user has identities, factors and the username', async () => {
	const { client, email } = await app.person('isla')
	await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
	const { session } = (await client.auth.getSession()).data
	expect(session).toMatchObject({
		access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
		refresh_token: expect.any(String),
		expires_at: expect.any(Number),
		expires_in: 3600,
		token_type: 'bearer',
		user: { email },
	})
	expect((await client.auth.getUser()).data.user).toMatchObject({
		identities: [{ provider: 'email', identity_data: { email } }],
		factors: [{ factor_type: 'totp', friendly_name: 'Phone', status: 'unverified' }],
		user_metadata: { username: 'isla' },
	})
})

it.for([401, 403, 404])('signing out clears the session, although the server answers %i', async (status) => {
	const { email } = await app.person()
	const { auth, items } = storingClient('pkce', (input, init) =>
		String(input).includes('/logout')
			? Promise.resolve(Response.json({ code: status, error_code: 'bad_jwt', msg: 'no' }, { status }))
			: app.fetch(input, init),
	)
	await auth.signInWithPassword({ email, password: 'correct horse battery' })
	const [key = ''] = [...items.keys()]
	items.set(`${key}-code-verifier`, JSON.stringify('verifier'))
	expect(items.size).toBe(2)
	expect((await auth.signOut()).error).toBeNull()
	expect([...items.keys()]).toEqual([])
})

it('a refused refresh removes the session and emits SIGNED_OUT', async () => {
	const { email } = await app.person()
	const { auth, items } = storingClient('implicit')
	await auth.signInWithPassword({ email, password: 'correct horse battery' })
	const events: string[] = []
	auth.onAuthStateChange((event) => void events.push(event))
	const [[key, stored] = ['', '{}']] = [...items]
	const expires_at = Math.floor(Date.now() / 1000) - 10
	items.set(key, JSON.stringify({ ...JSON.parse(stored), refresh_token: 'spent', expires_at }))
	expect((await auth.getSession()).data.session).toBeNull()
	expect(events).toContain('SIGNED_OUT')
	expect([...items.keys()]).toEqual([])
})
