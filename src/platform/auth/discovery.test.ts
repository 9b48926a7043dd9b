import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

describe('an installation', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
	})
	afterAll(() => app.close())

	it('GET /settings lists providers and settings of sign-up', async () => {
		const { body } = await callAuth(app, 'GET', '/settings')
		expect(body.external).toMatchObject({
			google: true,
			github: false,
			email: true,
			phone: false,
			anonymous_users: false,
		})
		const listed =
			'anonymous_users apple azure bitbucket discord email facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion phone slack slack_oidc snapchat spotify twitch twitter workos zoom'
		expect(Object.keys(body.external).sort().join(' ')).toBe(listed)
		for (const offered of Object.values(body.external)) expect(offered).toBeTypeOf('boolean')
		expect(body).toEqual({
			external: expect.any(Object),
			disable_signup: false,
			mailer_autoconfirm: true,
			phone_autoconfirm: false,
			sms_provider: '',
			saml_enabled: false,
			saml_private_key_next_configured: false,
			passkeys_enabled: true,
		})
	})

	it('GET /health answers', async () => {
		const { body } = await callAuth(app, 'GET', '/health')
		expect(body).toEqual({
			version: expect.any(String),
			name: 'GoTrue',
			description: expect.any(String),
		})
	})

	it('the public key set verifies access tokens and contains no private part', async () => {
		const { body, headers } = await callAuth(app, 'GET', '/.well-known/jwks.json')
		expect(headers.get('cache-control')).toBe('public, max-age=600')
		for (const key of body.keys) {
			expect(key).toMatchObject({ alg: 'ES256', use: 'sig', key_ops: ['verify'] })
			expect(key).not.toHaveProperty('d')
		}
		const { token } = await app.person()
		const keySet = createRemoteJWKSet(new URL(`${app.url}/auth/v1/.well-known/jwks.json`), {
			[customFetch]: app.fetch,
		})
		const { payload } = await jwtVerify(token, keySet, {
			issuer: `${app.url}/auth/v1`,
			audience: 'authenticated',
		})
		expect(payload.role).toBe('authenticated')
	})

	it('the OpenID configuration describes the installation', async () => {
		const { body } = await callAuth(app, 'GET', '/.well-known/openid-configuration')
		expect(body).toMatchObject({
			issuer: `${app.url}/auth/v1`,
			jwks_uri: `${app.url}/auth/v1/.well-known/jwks.json`,
		})
	})
})
