import { generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'

describe('sign-in by Apple', () => {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	/** The client secrets that were shown at the token endpoint, as Apple checks them. */
	const secrets: Awaited<ReturnType<typeof jwtVerify>>[] = []
	let place: FederationApp
	let apple: OpenIdProvider
	beforeAll(async () => {
		apple = await startOpenIdProvider(
			{
				scopes: ['openid', 'email', 'name'],
				claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'] },
			},
			{
				extend(provider) {
					provider.Client.prototype.compareClientSecret = async (shown: string) => {
						secrets.push(await jwtVerify(shown, publicKey, { algorithms: ['ES256'] }))
						return true
					}
				},
			},
		)
		place = await openFederationApp({
			OAUTH_APPLE_CLIENT_ID: clientCredentials.id,
			OAUTH_APPLE_TEAM_ID: 'TEAM123456',
			OAUTH_APPLE_KEY_ID: 'KEY1234567',
			OAUTH_APPLE_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
			OAUTH_APPLE_ISSUER: apple.issuer,
		})
	})
	afterAll(async () => {
		await place.close()
		await apple.close()
	})

	const begin = async () => (await place.open('/authorize?provider=apple')).headers.get('location') ?? ''
	/** Apple's page posts the form; `user` comes with the first consent only. */
	async function signIn(user?: unknown) {
		const form = await apple.signInByFormPost(await begin())
		if (user) form.set('user', typeof user === 'string' ? user : JSON.stringify(user))
		const answer = await callAuth(place.app, 'POST', '/callback', {
			body: String(form),
			headers: { apikey: '', 'content-type': 'application/x-www-form-urlencoded' },
		})
		expect(answer.status).toBe(302)
		return new URL(answer.headers.get('location') ?? '')
	}

	it('sign-in by Apple asks for name and address, which Apple sends by a form only', async () => {
		const { searchParams } = new URL(await begin())
		expect(searchParams.get('response_mode')).toBe('form_post')
		expect(searchParams.get('scope')).toBe('openid email name')
	})

	it('sign-in by Apple shows a client secret that was just signed with the key from Apple', async () => {
		apple.nextPerson = { sub: 'a-1', email: 'one@skerry.example', email_verified: true }
		await place.userOf(await signIn())
		const { payload, protectedHeader } = secrets.at(-1) ?? {}
		expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' })
		expect(payload).toMatchObject({
			iss: 'TEAM123456',
			sub: clientCredentials.id,
			aud: 'https://appleid.apple.com',
		})
		expect((payload?.exp ?? 0) - (payload?.iat ?? 0)).toBe(300)
	})

	it('sign-in by Apple keeps the name of the first sign-in when later ones send none', async () => {
		apple.nextPerson = {
			sub: 'a-2',
			email: 'x7@privaterelay.appleid.com',
			email_verified: 'true' as unknown as boolean,
			is_private_email: 'true',
		}
		const first = await place.userOf(
			await signIn({ name: { firstName: 'Isla', lastName: 'Marsh' }, email: 'evil@else.example' }),
		)
		expect(first).toMatchObject({
			email: 'x7@privaterelay.appleid.com',
			user_metadata: {
				full_name: 'Isla Marsh',
				name: 'Isla Marsh',
				custom_claims: { is_private_email: 'true' },
			},
		})
		const later = await place.userOf(await signIn())
		expect(later.id).toBe(first.id)
		expect(later.user_metadata.full_name).toBe('Isla Marsh')
	})

	it.each([
		['not JSON', '{'],
		['a name of another kind', { name: 7 }],
		['names of another kind', { name: { firstName: {}, lastName: ['x'] } }],
		['nothing', 'null'],
	])('sign-in by Apple takes a person whose posted name is %s', async (_, user) => {
		apple.nextPerson = { sub: 'a-3', email: 'three@skerry.example', email_verified: true }
		expect((await place.userOf(await signIn(user))).user_metadata).not.toHaveProperty('name')
	})

	it('sign-in by Apple hears a refusal by form as well', async () => {
		const state = new URL(await begin()).searchParams.get('state') ?? ''
		const answer = await callAuth(place.app, 'POST', '/callback', {
			body: String(new URLSearchParams({ state, error: 'user_cancelled_authorize' })),
			headers: { apikey: '', 'content-type': 'application/x-www-form-urlencoded' },
		})
		expect(errorOf(new URL(answer.headers.get('location') ?? ''))).toEqual({
			error: 'user_cancelled_authorize',
			error_description: '',
		})
	})

	it('sign-in by Apple takes ID tokens that an app got from Apple', async () => {
		const id_token = await apple.sign({ sub: 'a-2' })
		const { body } = await callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			body: { id_token, provider: 'apple' },
		})
		expect(body.user.email).toBe('x7@privaterelay.appleid.com')
	})
})
