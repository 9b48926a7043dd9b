import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
	clientCredentials,
	type OpenIdProvider,
	type Person,
	startOpenIdProvider,
} from '#test/fakes/openid-provider.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'

describe('a custom provider', () => {
	let place: FederationApp
	let acme: OpenIdProvider
	beforeAll(async () => {
		acme = await startOpenIdProvider({
			claims: {
				openid: ['sub'],
				email: ['email', 'email_verified'],
				profile: ['name', 'groups', 'display', 'mail'],
			},
		})
		place = await openFederationApp({ CUSTOM_PROVIDERS_ALLOW_PRIVATE: 'on' })
		await save({
			...base('custom:acme'),
			provider_type: 'oidc',
			issuer: acme.issuer,
			scopes: ['email', 'profile'],
		})
	})
	afterAll(async () => {
		await place.close()
		await acme.close()
	})

	const admin = () => place.app.admin().auth.admin.customProviders
	const base = (identifier: string) => ({
		identifier,
		name: 'Acme',
		client_id: clientCredentials.id,
		client_secret: clientCredentials.secret,
	})
	async function save(body: Parameters<ReturnType<typeof admin>['createProvider']>[0]) {
		const { error } = await admin().createProvider(body)
		if (error) throw error
	}
	const begin = async (name: string, query = '') =>
		(await place.open(`/authorize?provider=${name}${query}`)).headers.get('location') ?? ''
	async function signIn(name: string, person: Person) {
		acme.nextPerson = person
		return (await place.followCallback(await acme.signIn(await begin(name)))).url
	}
	const isla = { sub: 'c-1', email: 'isla@skerry.example', email_verified: true, name: 'Isla' }

	it('a custom provider works at once, under its own name', async () => {
		const user = await place.userOf(await signIn('custom:acme', isla))
		expect(user).toMatchObject({
			email: isla.email,
			app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
			identities: [{ provider: 'custom:acme', id: 'c-1' }],
		})
		const { data } = await place.app.client().auth.signInWithOAuth({
			provider: 'custom:acme',
			options: { skipBrowserRedirect: true },
		})
		const answer = await place.open(data.url?.split('/auth/v1')[1] ?? '')
		expect(answer.headers.get('location')).toContain(acme.issuer)
	})

	it('a custom provider takes its ID tokens, for any client that was named', async () => {
		await admin().updateProvider('custom:acme', { acceptable_client_ids: ['phone'] })
		const grant = async (aud: string, provider = 'custom:acme') =>
			callAuth(place.app, 'POST', '/token?grant_type=id_token', {
				body: { provider, id_token: await acme.sign({ ...isla, aud }) },
			})
		expect((await grant('phone')).body.user.email).toBe(isla.email)
		expect((await grant('other')).body.error_description).toBe('Unacceptable audience in id_token: [other]')
		expect(errorParts(await grant('phone', 'custom:nobody'))).toEqual([
			400,
			'validation_failed',
			'Custom provider "custom:nobody" not found',
		])
	})

	it('a custom provider sends what the administrator adds, over what the caller wants', async () => {
		await admin().updateProvider('custom:acme', { authorization_params: { prompt: 'login' } })
		const { searchParams } = new URL(await begin('custom:acme', '&prompt=none&scopes=groups'))
		expect(searchParams.getAll('prompt')).toEqual(['login'])
		expect(searchParams.get('scope')).toBe('openid email profile groups')
		await admin().updateProvider('custom:acme', { authorization_params: {} })
	})

	it('a custom provider renames claims, and keeps those that were chosen', async () => {
		await admin().updateProvider('custom:acme', {
			attribute_mapping: { name: 'display', email: 'mail', locale: 'never-said', team: 7 },
			custom_claims_allowlist: ['groups', 'missing'],
		})
		const user = await place.userOf(
			await signIn('custom:acme', {
				sub: 'c-2',
				email: 'x@skerry.example',
				mail: 'mapped@skerry.example',
				email_verified: true,
				name: 'X',
				display: 'Mapped',
				groups: ['crew', { id: 1 }],
			}),
		)
		expect(user).toMatchObject({
			email: 'mapped@skerry.example',
			user_metadata: {
				full_name: 'Mapped',
				custom_claims: { groups: ['crew', { id: 1 }] },
			},
		})
		expect(user.user_metadata).not.toHaveProperty('locale')
		await admin().updateProvider('custom:acme', {
			attribute_mapping: {},
			custom_claims_allowlist: [],
		})
	})

	it('a custom provider without OpenID reads the person from the userinfo address', async () => {
		await save({
			...base('custom:plain'),
			provider_type: 'oauth2',
			authorization_url: `${acme.issuer}/auth`,
			token_url: `${acme.issuer}/token`,
			userinfo_url: `${acme.issuer}/me`,
			scopes: ['openid', 'email', 'profile'],
			pkce_enabled: true,
			attribute_mapping: { full_name: 'name' },
		})
		const page = new URL(await begin('custom:plain'))
		expect(page.searchParams.has('nonce')).toBe(false)
		const person = { sub: 'c-3', email: 'plain@skerry.example', email_verified: true, name: 'P' }
		const user = await place.userOf(await signIn('custom:plain', person))
		expect(user).toMatchObject({
			email: person.email,
			app_metadata: { provider: 'custom:plain' },
			user_metadata: { full_name: 'P' },
		})
		const unsure = { sub: 'c-4', email: 'unsure@skerry.example' }
		expect(errorOf(await signIn('custom:plain', unsure)).error_code).toBe('provider_email_needs_verification')
	})

	it('a custom provider without PKCE gets no challenge', async () => {
		await admin().updateProvider('custom:plain', { pkce_enabled: false })
		const { searchParams } = new URL(await begin('custom:plain'))
		expect(searchParams.has('code_challenge')).toBe(false)
		// This one wants a challenge, so it stops here: what matters is that none was sent.
		expect(searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/)
	})

	it('a disabled custom provider signs nobody in, also in flows under way', async () => {
		acme.nextPerson = isla
		const back = await acme.signIn(await begin('custom:acme'))
		await admin().updateProvider('custom:acme', { enabled: false })
		expect(errorOf((await place.followCallback(back)).url).error_code).toBe('oauth_provider_not_supported')
		expect(errorParts(await place.open('/authorize?provider=custom:acme'))[2]).toBe(
			'Unsupported provider: provider is not enabled',
		)
		const { body } = await callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			body: { provider: 'custom:acme', id_token: await acme.sign(isla) },
		})
		expect([body.code, body.message]).toEqual(['provider_disabled', 'Custom provider "custom:acme" is disabled'])
		await admin().updateProvider('custom:acme', { enabled: true })
		expect((await place.userOf(await signIn('custom:acme', isla))).email).toBe(isla.email)
	})

	it('a custom provider is unknown by a name that nobody gave', async () => {
		expect(errorParts(await place.open('/authorize?provider=custom:nobody'))[2]).toBe(
			'Unsupported provider: Provider custom:nobody could not be found',
		)
	})
})
