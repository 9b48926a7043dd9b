import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaVerifier, startCaptchaVerifier } from '#test/fakes/captcha-verifier.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const email = 'isla@skerry.example'
const password = 'five days of paddling'
const disallowed = (why: string) => [400, 'captcha_failed', `captcha protection: request disallowed (${why})`]
const guarded: [path: string, body: object][] = [
	['/signup', { email, password }],
	['/signup', {}],
	['/token?grant_type=password', { email, password }],
	['/token?grant_type=web3', { chain: 'solana' }],
	['/otp', { email }],
	['/magiclink', { email }],
	['/recover', { email }],
	['/resend', { type: 'signup', email }],
	['/sso', { domain: 'skerry.example' }],
	['/passkeys/authentication/options', {}],
]

describe('a remote captcha', () => {
	let verifier: CaptchaVerifier
	let app: TestApp
	beforeAll(async () => {
		verifier = await startCaptchaVerifier()
		app = await createTestApp({
			CAPTCHA_PROVIDER: 'turnstile',
			CAPTCHA_SITE_KEY: 'site-key',
			CAPTCHA_SECRET: verifier.secret,
			CAPTCHA_VERIFY_URL: verifier.url,
			SAML_ENABLED: 'on',
		})
	})
	afterAll(async () => {
		await app.close()
		await verifier.close()
	})
	const withToken = (body: object, captcha_token: string) => ({
		...body,
		gotrue_meta_security: { captcha_token },
	})

	it.each(guarded)('a remote captcha guards POST %s with %j', async (path, body) => {
		const nothing = disallowed('no captcha_token found')
		for (const more of [{}, { gotrue_meta_security: {} }, { gotrue_meta_security: null }])
			expect(errorParts(await callAuth(app, 'POST', path, { body: { ...body, ...more } }))).toEqual(nothing)
		const wrong = withToken(body, 'made up')
		expect(errorParts(await callAuth(app, 'POST', path, { body: wrong }))).toEqual(disallowed('invalid-input-response'))
		const right = withToken(body, verifier.solve())
		const through = await callAuth(app, 'POST', path, { body: right })
		expect(through.body.code).not.toBe('captcha_failed')
		expect(errorParts(await callAuth(app, 'POST', path, { body: right }))).toEqual(disallowed('timeout-or-duplicate'))
	})

	it('a remote captcha is passed by the official client as it passes it', async () => {
		const client = app.client()
		const options = () => ({ captchaToken: verifier.solve() })
		const credentials = { email: 'una@skerry.example', password }
		expect((await client.auth.signUp({ ...credentials, options: options() })).error).toBeNull()
		const { auth } = app.client()
		expect((await auth.signInWithPassword({ ...credentials, options: options() })).error).toBeNull()
		const { error } = await auth.signInWithPassword(credentials)
		expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
		const passkey = await auth.passkey.startAuthentication({ options: options() })
		expect(passkey.error).toBeNull()
		expect(verifier.asked.at(-1)).toMatchObject({ secret: verifier.secret })
		expect(verifier.asked.at(-1)).toHaveProperty('remoteip')
	})

	it('a remote captcha does not guard grants with proof of an earlier sign-in, nor administrators', async () => {
		const asked = verifier.asked.length
		for (const [path, body] of [
			['/token?grant_type=refresh_token', { refresh_token: 'x'.repeat(12) }],
			['/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }],
			['/token?grant_type=id_token', { id_token: 'x', provider: 'google' }],
			['/verify', { type: 'email', token_hash: 'x' }],
		] as const)
			expect((await callAuth(app, 'POST', path, { body })).body.code).not.toBe('captcha_failed')
		const bearer = app.deps.keys.serviceRoleKey
		const recovered = await callAuth(app, 'POST', '/recover', { body: { email }, bearer })
		expect(recovered.status).toBe(200)
		const anonymous = await callAuth(app, 'POST', '/recover', {
			body: { email },
			bearer: app.deps.keys.anonKey,
		})
		expect(anonymous.body.code).toBe('captcha_failed')
		expect(verifier.asked.length).toBe(asked)
	})

	it('a remote captcha that does not answer lets nobody in, with a server error', async () => {
		for (const mode of ['hangs up', 'talks nonsense'] as const) {
			verifier.mode = mode
			const body = withToken({ email }, verifier.solve())
			expect(errorParts(await callAuth(app, 'POST', '/recover', { body }))).toEqual([
				500,
				'unexpected_failure',
				'captcha verification process failed',
			])
		}
		verifier.mode = 'judges'
	})

	it('a remote captcha is in /config.json, and browsers may load it on the sign-in page only', async () => {
		const config = await (await app.fetch(`${app.url}/config.json`)).json()
		expect(config).toMatchObject({ captcha: { provider: 'turnstile', siteKey: 'site-key' } })
		expect(JSON.stringify(config)).not.toContain(verifier.secret)
		const policyOf = async (path: string) =>
			(await app.fetch(`${app.url}${path}`)).headers.get('content-security-policy') ?? ''
		const signIn = await policyOf('/auth')
		expect(signIn).toMatch(/script-src [^;]*https:\/\/challenges\.cloudflare\.com/)
		expect(signIn).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com/)
		for (const path of ['/', '/nothing-here', '/auth/v1/health'])
			expect(await policyOf(path)).not.toContain('cloudflare')
	})

	it('a remote captcha makes no puzzles of its own', async () => {
		expect((await callAuth(app, 'GET', '/captcha')).status).toBe(404)
	})
})

describe('hCaptcha', () => {
	it('hCaptcha is asked in the same way, and brings its own sources', async () => {
		const verifier = await startCaptchaVerifier()
		const app = await createTestApp({
			CAPTCHA_PROVIDER: 'hcaptcha',
			CAPTCHA_SITE_KEY: 'site-key',
			CAPTCHA_SECRET: verifier.secret,
			CAPTCHA_VERIFY_URL: verifier.url,
		})
		const body = { email, gotrue_meta_security: { captcha_token: verifier.solve() } }
		expect((await callAuth(app, 'POST', '/recover', { body })).status).toBe(200)
		const policy = (await app.fetch(`${app.url}/auth`)).headers.get('content-security-policy')
		for (const directive of ['script-src', 'frame-src', 'style-src', 'connect-src'])
			expect(policy).toMatch(new RegExp(`${directive} [^;]*https://\\*\\.hcaptcha\\.com`))
		await app.close()
		await verifier.close()
	})
})

describe('without a captcha', () => {
	it('without a captcha nothing is required and no external source is allowed', async () => {
		const app = await createTestApp()
		const body = { email, gotrue_meta_security: { captcha_token: 'whatever' } }
		expect((await callAuth(app, 'POST', '/recover', { body })).status).toBe(200)
		const config = await (await app.fetch(`${app.url}/config.json`)).json()
		expect(config).not.toHaveProperty('captcha')
		const policy = (await app.fetch(`${app.url}/auth`)).headers.get('content-security-policy')
		expect(policy).not.toContain('https://')
		expect((await callAuth(app, 'GET', '/captcha')).status).toBe(404)
		await app.close()
	})
})
