import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientCredentials } from '#test/fakes/openid-provider.ts'
import { errorOf, type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const person = { sub: 'f-1', email: 'forged@skerry.example', email_verified: true }

describe('an ID token from the exchange', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp()
	})
	afterAll(() => place.close())

	const resigned = (change: Record<string, unknown>) => (claims: JWTPayload) =>
		place.google.sign({ ...claims, ...change })
	const foreign = async (claims: JWTPayload) => {
		const { privateKey } = await generateKeyPair('RS256')
		return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
	}
	const shared = (claims: JWTPayload) =>
		new SignJWT(claims)
			.setProtectedHeader({ alg: 'HS256', kid: 'one' })
			.sign(new TextEncoder().encode(clientCredentials.secret))
	const now = Math.floor(Date.now() / 1000)

	it.each<[string, (claims: JWTPayload) => Promise<string>]>([
		['another nonce', resigned({ nonce: 'other' })],
		['no nonce', resigned({ nonce: undefined })],
		['another audience', resigned({ aud: 'somebody' })],
		['several audiences and no authorized party', resigned({ aud: [clientCredentials.id, 'somebody'] })],
		['another authorized party', resigned({ aud: [clientCredentials.id, 'x'], azp: 'x' })],
		['another issuer', resigned({ iss: 'https://evil.example' })],
		['an ended life', resigned({ iat: now - 900, exp: now - 600 })],
		['no end', resigned({ exp: undefined })],
		['a beginning in the future', resigned({ nbf: now + 600 })],
		['no subject', resigned({ sub: undefined })],
		['an empty subject', resigned({ sub: '' })],
		['a subject that is too long', resigned({ sub: 'x'.repeat(256) })],
		['a subject that PostgreSQL cannot keep', resigned({ sub: 'a\0b' })],
		['another key', foreign],
		['a shared secret for a key', shared],
		['no signature', async (claims) => new UnsecuredJWT(claims).encode()],
		['a cut signature', async (claims) => (await place.google.sign(claims)).slice(0, -4)],
		['nothing in it', async () => ''],
	])('an ID token from the exchange with %s lets nobody in', async (_, forge) => {
		place.google.forge = forge
		const url = await place.signIn(person)
		place.google.forge = undefined
		expect(errorOf(url)).toEqual({
			error: 'server_error',
			error_code: 'unexpected_failure',
			error_description: 'Error getting user profile from external provider',
		})
		const rows = await asOwner(place.app.database, 'select from auth.users where email = $1', [person.email])
		expect(rows).toHaveLength(0)
	})

	it('an ID token from the exchange within a minute of a wrong clock is taken', async () => {
		place.google.forge = resigned({ iat: now - 400, exp: now - 20 })
		const user = await place.userOf(await place.signIn(person))
		place.google.forge = undefined
		expect(user.email).toBe(person.email)
	})

	it('an ID token from the exchange without an address is completed from the userinfo endpoint, which must speak of the same person', async () => {
		place.google.forge = resigned({ email: undefined, email_verified: undefined })
		const user = await place.userOf(
			await place.signIn({ sub: 'f-2', email: 'told@skerry.example', email_verified: true }),
		)
		expect(user).toMatchObject({ email: 'told@skerry.example', identities: [{ id: 'f-2' }] })
		place.google.forge = resigned({ email: undefined, sub: 'f-1' })
		const url = await place.signIn({ sub: 'f-3', email: 'x@skerry.example', email_verified: true })
		place.google.forge = undefined
		expect(errorOf(url).error_description).toBe('Error getting user profile from external provider')
	})
})
