import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp({ SITE_URL: 'https://praise.example' })
})
afterAll(() => app.close())

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
const seconds = () => Math.floor(Date.now() / 1000)

it('a second factor’s answers have exactly the fields of the contract, from its making to its end', async () => {
	const { token, email } = await app.person()
	const call = (method: string, path: string, body?: unknown, bearer = token) =>
		callAuth(app, method, `/factors${path}`, { bearer, ...(body ? { body } : {}) })

	const { status, body: made } = await call('POST', '', { factor_type: 'totp' })
	expect([status, made]).toEqual([
		200,
		{
			id: expect.any(String),
			type: 'totp',
			friendly_name: '',
			totp: {
				qr_code: expect.stringMatching(/^<svg /),
				secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
				uri: expect.any(String),
			},
		},
	])
	const uri = new URL(made.totp.uri)
	expect(decodeURIComponent(uri.pathname)).toContain(email)
	expect(Object.fromEntries(uri.searchParams)).toEqual({
		algorithm: 'SHA1',
		digits: '6',
		issuer: 'praise.example',
		period: '30',
		secret: made.totp.secret,
	})

	// The client sends a type of content with no content.
	const challenge = await call('POST', `/${made.id}/challenge`)
	expect([challenge.status, challenge.body]).toEqual([
		200,
		{ id: expect.any(String), type: 'totp', expires_at: expect.any(Number) },
	])
	expect(challenge.body.expires_at - seconds()).toBeGreaterThan(290)

	const code = new TOTP({ secret: Secret.fromBase32(made.totp.secret) }).generate()
	const raised = await call('POST', `/${made.id}/verify`, { challenge_id: challenge.body.id, code })
	expect([raised.status, Object.keys(raised.body).sort()]).toEqual([
		200,
		['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'user'],
	])
	const [before, after] = [claimsOf(token), claimsOf(raised.body.access_token)]
	expect(after).toMatchObject({ aal: 'aal2', session_id: before.session_id, sub: before.sub })
	expect(after.amr.map(({ method }: { method: string }) => method)).toEqual(['totp', 'password'])

	const gone = await call('DELETE', `/${made.id}`, undefined, raised.body.access_token)
	expect([gone.status, gone.body]).toEqual([200, { id: made.id }])
})
