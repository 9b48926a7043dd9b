import type { SignInWithPasswordCredentials, Web3Credentials } from '@supabase/supabase-js'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openClient } from '#e2e/support/open-client.ts'

// docs/wire-auth.md lists the errors that the current client words differently.

test('sign-up, sign-in, codes and resend report missing fields', async ({ page, server, space }) => {
	const client = await openClient(page, server.url)
	const told = await client.evaluate(async ({ auth }) => {
		const nothing = {} as never
		const lone = {
			password: 'a long enough pass phrase',
		} as unknown as SignInWithPasswordCredentials
		return {
			signUp: (await auth.signUp(nothing)).error?.toJSON(),
			signUpLone: (await auth.signUp(lone)).error?.toJSON(),
			signIn: (await auth.signInWithPassword(nothing)).error?.toJSON(),
			signInLone: (await auth.signInWithPassword(lone)).error?.toJSON(),
			otp: (await auth.signInWithOtp(nothing)).error?.toJSON(),
			resend: (await auth.resend(nothing)).error?.toJSON(),
		}
	})
	const refusal = (message: string) => ({
		name: 'AuthInvalidCredentialsError',
		status: 400,
		message,
	})
	const both = refusal('You must provide either an email or phone number and a password')
	expect(told).toMatchObject({
		signUp: both,
		signUpLone: both,
		signIn: both,
		signInLone: both,
		otp: refusal('You must provide either an email or phone number.'),
		resend: refusal('You must provide either an email or phone number and a type'),
	})

	// The server refuses what the client lets through.
	const asked = await client.evaluate(async ({ auth }, email) => {
		const { error: signUp } = await auth.signUp({ email } as never)
		const { error: signIn } = await auth.signInWithPassword({ email } as never)
		const { error: resend } = await auth.resend({ email } as never)
		return [signUp, signIn, resend].map((error) => [error?.status, error?.code])
	}, space.email)
	expect(asked).toEqual([
		[400, 'validation_failed'],
		[400, 'invalid_credentials'],
		[400, 'validation_failed'],
	])
})

test('wallets of other chains are refused by the client, and all wallets by the server', async ({ page, server }) => {
	const client = await openClient(page, server.url)
	const thrown = await client.evaluate(({ auth }) =>
		auth.signInWithWeb3({ chain: 'bitcoin' } as unknown as Web3Credentials).then(
			() => '',
			(error: Error) => error.message,
		),
	)
	expect(thrown).toBe('@supabase/auth-js: Unsupported chain "bitcoin"')
	const refused = await client.evaluate(async ({ auth }) => {
		const signature = new Uint8Array(64)
		const { error } = await auth.signInWithWeb3({ chain: 'solana', message: 'm', signature })
		return error?.toJSON()
	})
	expect(refused).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
	const onEthereum = await client.evaluate(async ({ auth }) => {
		const { error } = await auth.signInWithWeb3({ chain: 'ethereum', message: 'm', signature: '0x00' })
		return error?.toJSON()
	})
	expect(onEthereum).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
})

test('a session without both tokens and an exchange without a code are refused', async ({ page, server }) => {
	const client = await openClient(page, server.url, '', { flowType: 'pkce' })
	const told = await client.evaluate(async ({ auth }) => {
		const noTokens = { access_token: '', refresh_token: '' }
		return {
			neither: (await auth.setSession(noTokens)).error?.toJSON(),
			refreshOnly: (await auth.setSession({ ...noTokens, refresh_token: 'x' })).error?.toJSON(),
			accessOnly: (await auth.setSession({ ...noTokens, access_token: 'x' })).error?.toJSON(),
			user: (await auth.getUser()).error?.toJSON(),
			update: (await auth.updateUser({ data: {} })).error?.toJSON(),
			refresh: (await auth.refreshSession()).error?.toJSON(),
			exchange: (await auth.exchangeCodeForSession('')).error?.toJSON(),
			session: await auth.getSession(),
		}
	})
	const missing = { name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' }
	expect(told).toMatchObject({
		neither: missing,
		refreshOnly: missing,
		accessOnly: missing,
		user: missing,
		update: missing,
		refresh: missing,
		exchange: { name: 'AuthPKCECodeVerifierMissingError' },
		session: { data: { session: null }, error: null },
	})
	const implicit = await openClient(page, server.url)
	const server400 = await implicit.evaluate(async ({ auth }) => (await auth.exchangeCodeForSession('')).error?.toJSON())
	expect(server400).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('an error in a callback is thrown with its own text', async ({ page, server }) => {
	const initialize = async (at: string, flowType: 'implicit' | 'pkce') => {
		const client = await openClient(page, server.url, at, { flowType })
		return client.evaluate(async ({ auth }) => {
			const { error } = await auth.initialize()
			const { details } = (error ?? {}) as { details?: unknown }
			return { name: error?.name, message: error?.message, details }
		})
	}
	for (const mark of ['#', '?'])
		expect(
			await initialize(
				`${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`,
				'pkce',
			),
		).toEqual({
			name: 'AuthImplicitGrantRedirectError',
			message: 'Email link is invalid',
			details: { error: 'access_denied', code: 'otp_expired' },
		})
	expect(await initialize('#error_code=otp_expired', 'implicit')).toEqual({
		name: 'AuthImplicitGrantRedirectError',
		message: 'Error in URL with unspecified error_description',
		details: { error: 'unspecified_error', code: 'otp_expired' },
	})
	expect(await initialize('#access_token=x', 'pkce')).toMatchObject({
		name: 'AuthPKCEGrantCodeExchangeError',
		message: 'Not a valid PKCE flow url.',
	})
	expect(await initialize('#access_token=x', 'implicit')).toMatchObject({
		name: 'AuthImplicitGrantRedirectError',
		message: 'No session defined in URL',
	})
	// A code is accepted only by a browser that requested it.
	expect(await initialize('?code=x', 'implicit')).toMatchObject({ message: undefined })
	await page.evaluate(() => {
		const key = `sb-${location.hostname.split('.')[0]}-auth-token-code-verifier`
		localStorage.setItem(key, JSON.stringify('verifier'))
	})
	expect(await initialize('?code=x', 'implicit')).toMatchObject({
		name: 'AuthImplicitGrantRedirectError',
		message: 'Not a valid implicit grant flow url.',
	})
	const client = await openClient(page, server.url, '', { flowType: 'pkce' })
	const noCode = await client.evaluate(async ({ auth }) => {
		type Inner = { _getSessionFromURL(given: object, kind: string): Promise<{ error?: Error }> }
		return (await (auth as unknown as Inner)._getSessionFromURL({}, 'pkce')).error?.message
	})
	expect(noCode).toBe('No code detected.')
})

test('a token is verified by the key set, or by the server where no key fits', async ({ page, server, space }) => {
	const { data } = await space.client.auth.getSession()
	const token = data.session?.access_token ?? ''
	const [header = '', payload = '', signature = ''] = token.split('.')
	const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
	const write = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
	const forged = [header, write({ ...read(payload), role: 'service_role' }), signature].join('.')
	const unknownKey = [write({ ...read(header), kid: 'none' }), payload, signature].join('.')

	const client = await openClient(page, server.url)
	const check = (jwt: string) =>
		client.evaluate(async ({ auth }, given) => {
			const { data: found, error } = await auth.getClaims(given)
			return found ? { sub: found.claims.sub } : error?.toJSON()
		}, jwt)
	expect(await check(token)).toEqual({ sub: data.session?.user.id })
	expect(await check(forged)).toMatchObject({
		name: 'AuthInvalidJwtError',
		status: 400,
		code: 'invalid_jwt',
		message: 'Invalid JWT signature',
	})
	// Earlier clients threw "No matching signing key found in JWKS"; this one asks the server.
	expect(await check(unknownKey)).toMatchObject({ status: 403, code: 'bad_jwt' })

	// Earlier clients threw "JWKS is empty"; this one asks the server, too.
	await page.route('**/.well-known/jwks.json', (route) => route.fulfill({ json: { keys: [] } }))
	const asked = page.waitForRequest('**/auth/v1/user')
	const fresh = await openClient(page, server.url)
	const claims = await fresh.evaluate(async ({ auth }, given) => (await auth.getClaims(given)).data?.claims.sub, token)
	expect(claims).toBe(data.session?.user.id)
	await asked
})

test('phone codes default to sms, and a mailed code creates the account', async ({ page, server }) => {
	const client = await openClient(page, server.url)
	const sent: unknown[] = []
	page.on('request', (request) => {
		if (request.method() === 'POST') sent.push(request.postDataJSON())
	})
	const told = await client.evaluate(async ({ auth }) => {
		const phone = '+4915112345678'
		await auth.signInWithOtp({ phone })
		await auth.signUp({ phone, password: 'a long enough pass phrase' })
		return (await auth.signInWithOtp({ email: 'comes-by-code@example.test' })).error
	})
	expect(told).toBeNull()
	expect(sent).toMatchObject([{ channel: 'sms', create_user: true }, { channel: 'sms' }, { create_user: true }])
})

test('a missing backend URL stops the client at once', async ({ page, server }) => {
	await openClient(page, server.url)
	const thrown = await page.evaluate(() => {
		const { supabase } = window as unknown as { supabase: typeof import('@supabase/supabase-js') }
		try {
			supabase.createClient('', 'key')
			return ''
		} catch (error) {
			return (error as Error).message
		}
	})
	expect(thrown).toBe('supabaseUrl is required.')
})
