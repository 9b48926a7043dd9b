import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth } from '#test/auth-wire.ts'
import { client, type OpenidServer, startOpenidServer } from '#test/openid-server.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const person = { sub: 'g-1', email: 'isla@skerry.example', email_verified: true }

describe('signing in with an ID token', () => {
	let app: TestApp
	let google: OpenidServer
	beforeAll(async () => {
		google = await startOpenidServer()
		app = await createTestApp({
			GOOGLE_CLIENT_ID: client.id,
			GOOGLE_CLIENT_SECRET: client.secret,
			OAUTH_GOOGLE_ISSUER: google.issuer,
			MANUAL_LINKING: 'on',
		})
	})
	afterAll(async () => {
		await app.close()
		await google.close()
	})

	const grant = (body: unknown, bearer?: string) =>
		callAuth(app, 'POST', '/token?grant_type=id_token', { body, ...(bearer ? { bearer } : {}) })

	it('opens a session for whom the provider vouches, with nonce and access token checked', async () => {
		const nonce = 'raw nonce'
		const access_token = 'theirs'
		const token = await google.idToken({
			...person,
			nonce: sha256(nonce).toString('hex'),
			at_hash: sha256(access_token).subarray(0, 16).toString('base64url'),
		})
		const { data, error } = await app
			.client()
			.auth.signInWithIdToken({ provider: 'google', token, nonce, access_token })
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'google' } })
		const byIssuer = await grant({
			id_token: await google.idToken(person),
			issuer: google.issuer,
			client_id: client.id,
		})
		expect(byIssuer.body.user.id).toBe(data.user?.id)
	})

	it('refuses in OAuth’s own shape', async () => {
		const token = (claims: Record<string, unknown>) => google.idToken({ ...person, ...claims })
		const cases: [body: Record<string, unknown>, error: string, description: string][] = [
			[{}, 'invalid request', 'id_token required'],
			[{ id_token: 'x' }, 'invalid request', 'provider or client_id and issuer required'],
			[{ id_token: 'x', provider: 'google' }, 'invalid request', 'Bad ID token'],
			[
				{ id_token: await token({ exp: 1 }), provider: 'google' },
				'invalid request',
				'Bad ID token',
			],
			[
				{ id_token: await token({ iss: 'https://evil.example' }), provider: 'google' },
				'invalid request',
				'Bad ID token',
			],
			[
				{ id_token: await token({ at_hash: 'x' }), provider: 'google', access_token: 'y' },
				'invalid request',
				'Bad ID token',
			],
			[
				{ id_token: await token({ sub: undefined }), provider: 'google' },
				'invalid request',
				'Missing sub claim in id_token',
			],
			[
				{ id_token: await token({ aud: ['a', 'b'] }), provider: 'google' },
				'invalid request',
				'Unacceptable audience in id_token: [a b]',
			],
			[
				{ id_token: await token({ nonce: 'x' }), provider: 'google' },
				'invalid request',
				'Passed nonce and nonce in id_token should either both exist or not.',
			],
			[
				{ id_token: await token({ nonce: 'x' }), provider: 'google', nonce: 'x' },
				'invalid nonce',
				'Nonces mismatch',
			],
			[
				{ id_token: await token({}), provider: 'google', link_identity: true },
				'invalid request',
				'Linking requires a valid user access token in Authorization',
			],
		]
		for (const [body, error, error_description] of cases) {
			const answer = await grant(body)
			expect([answer.status, answer.body]).toEqual([400, { error, error_description }])
		}
	})

	it('refuses a provider that is not set up', async () => {
		const { status, body } = await grant({ id_token: 'x', provider: 'apple' })
		expect([status, body.code, body.message]).toEqual([
			400,
			'provider_disabled',
			'Provider (issuer "apple") is not enabled',
		])
	})

	it('links to whoever is signed in', async () => {
		const { id, token, email } = await app.person()
		const id_token = await google.idToken({
			sub: 'g-2',
			email: 'other@else.example',
			email_verified: true,
		})
		const { body } = await grant({ id_token, provider: 'google', link_identity: true }, token)
		expect(body.user).toMatchObject({ id, email })
		expect(body.user.identities).toHaveLength(2)
	})
})
