import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCredentials } from '#test/fakes/openid-provider.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'

const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest()
const person = { sub: 'g-1', email: 'isla@skerry.example', email_verified: true }

describe('the ID token grant', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp({
			GOOGLE_CLIENT_ID: `${clientCredentials.id},phone-app`,
			OAUTH_GITHUB_CLIENT_ID: 'x',
			OAUTH_GITHUB_CLIENT_SECRET: 'y',
		})
	})
	afterAll(() => place.close())

	const grant = (body: unknown, bearer?: string) =>
		callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			body,
			...(bearer ? { bearer } : {}),
		})
	const token = (claims: Record<string, unknown>) => place.google.sign({ ...person, ...claims })

	it('the ID token grant opens a session for whom the provider vouches, with nonce and access token checked', async () => {
		const nonce = 'raw nonce'
		const access_token = 'theirs'
		const { data, error } = await place.app.client().auth.signInWithIdToken({
			provider: 'google',
			token: await token({
				nonce: digest('sha256', nonce).toString('hex'),
				at_hash: digest('sha256', access_token).subarray(0, 16).toString('base64url'),
			}),
			nonce,
			access_token,
		})
		expect(error).toBeNull()
		expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'google' } })
		const byIssuer = await grant({
			id_token: await token({ aud: 'phone-app' }),
			issuer: place.google.issuer,
			client_id: 'phone-app',
		})
		expect(byIssuer.body.user.id).toBe(data.user?.id)
	})

	it.each<[string, Record<string, unknown>, Record<string, unknown> | undefined, string, string?]>([
		['no token', {}, undefined, 'id_token required'],
		['no provider', { id_token: 'x' }, undefined, 'provider or client_id and issuer required'],
		[
			'an issuer without a client',
			{ id_token: 'x', issuer: 'https://accounts.google.com' },
			undefined,
			'provider or client_id and issuer required',
		],
		['no token at all in it', { id_token: 'x', provider: 'google' }, undefined, 'Bad ID token'],
		['an ended token', { provider: 'google' }, { exp: 1 }, 'Bad ID token'],
		['an endless token', { provider: 'google' }, { exp: undefined }, 'Bad ID token'],
		['another issuer', { provider: 'google' }, { iss: 'https://evil.example' }, 'Bad ID token'],
		[
			'an access token that is not its own',
			{ provider: 'google', access_token: 'y' },
			{ at_hash: 'x' },
			'Bad ID token',
		],
		['nobody in it', { provider: 'google' }, { sub: undefined }, 'Missing sub claim in id_token'],
		['other audiences', { provider: 'google' }, { aud: ['a', 'b'] }, 'Unacceptable audience in id_token: [a b]'],
		['no audience', { provider: 'google' }, { aud: undefined }, 'Unacceptable audience in id_token: []'],
		[
			'a nonce in the token only',
			{ provider: 'google' },
			{ nonce: 'x' },
			'Passed nonce and nonce in id_token should either both exist or not.',
		],
		[
			'a nonce in the request only',
			{ provider: 'google', nonce: 'x' },
			{},
			'Passed nonce and nonce in id_token should either both exist or not.',
		],
		['another nonce', { provider: 'google', nonce: 'x' }, { nonce: 'x' }, 'Nonces mismatch', 'invalid nonce'],
		[
			'a request to link without a session',
			{ provider: 'google', link_identity: true },
			{},
			'Linking requires a valid user access token in Authorization',
		],
	])('the ID token grant refuses %s, in OAuth’s own shape', async (_, body, claims, description, error) => {
		const answer = await grant(claims ? { id_token: await token(claims), ...body } : body)
		expect([answer.status, answer.body]).toEqual([
			400,
			{ error: error ?? 'invalid request', error_description: description },
		])
	})

	it.each<[Record<string, string>, string, string]>([
		[{ provider: 'apple' }, 'provider_disabled', 'Provider (issuer "https://appleid.apple.com") is not enabled'],
		[{ provider: 'facebook' }, 'provider_disabled', 'Provider (issuer "https://www.facebook.com") is not enabled'],
		[
			{ issuer: 'https://appleid.apple.com', client_id: 'x' },
			'provider_disabled',
			'Provider (issuer "https://appleid.apple.com") is not enabled',
		],
		[{ provider: 'github' }, 'validation_failed', 'Custom OIDC provider "github" not allowed'],
		[{ provider: 'pigeon' }, 'validation_failed', 'Custom OIDC provider "pigeon" not allowed'],
		[
			{ issuer: 'https://evil.example', client_id: clientCredentials.id },
			'validation_failed',
			'Custom OIDC provider "" not allowed',
		],
	])('the ID token grant refuses %j by its name', async (body, code, message) => {
		expect(errorParts(await grant({ id_token: 'x', ...body }))).toEqual([400, code, message])
	})

	it('the ID token grant skips the nonce where a setting says so', async () => {
		const lenient = await openFederationApp({ OAUTH_GOOGLE_SKIP_NONCE_CHECK: 'on' })
		const id_token = await lenient.google.sign({ ...person, nonce: 'whatever' })
		const { status } = await callAuth(lenient.app, 'POST', '/token?grant_type=id_token', {
			body: { id_token, provider: 'google' },
		})
		expect(status).toBe(200)
		// Flows of a provider without nonces expect none either.
		expect((await lenient.userOf(await lenient.signIn(person))).email).toBe(person.email)
		await lenient.close()
	})

	it('the ID token grant requires proof of an unverified address and opens no session', async () => {
		const id_token = await token({ sub: 'g-3', email: 'u@skerry.example', email_verified: false })
		expect(errorParts(await grant({ id_token, provider: 'google' }))).toEqual([
			422,
			'provider_email_needs_verification',
			'Unverified email with google. A confirmation email has been sent to your google email',
		])
	})

	it('the ID token grant links an identity to the signed-in user, once', async () => {
		const email = 'linker@skerry.example'
		await place.register(email, true)
		const { data } = await place.app.client().auth.signInWithPassword({ email, password })
		const bearer = data.session?.access_token ?? ''
		const id_token = await token({ sub: 'g-2', email: 'other@else.example' })
		const { body } = await grant({ id_token, provider: 'google', link_identity: true }, bearer)
		expect(body.user).toMatchObject({ id: data.user?.id, email })
		expect(body.user.identities).toHaveLength(2)
		expect(errorParts(await grant({ id_token, provider: 'google', link_identity: true }, bearer))).toEqual([
			422,
			'identity_already_exists',
			'Identity is already linked',
		])
	})
})
