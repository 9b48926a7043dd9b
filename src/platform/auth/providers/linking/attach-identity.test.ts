import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/fakes/openid-provider.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Client = ReturnType<TestApp['client']>

describe('linking an identity', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp({ ANONYMOUS_SIGNIN: 'on' })
	})
	afterAll(() => place.close())

	async function link(client: Client, person: Person): Promise<URL> {
		place.google.nextPerson = person
		const { data, error } = await client.auth.linkIdentity({
			provider: 'google',
			options: { skipBrowserRedirect: true, redirectTo: `${place.app.url}/linked` },
		})
		if (error) throw error
		return (await place.followCallback(await place.google.signIn(data.url ?? ''))).url
	}
	async function member(email: string): Promise<Client> {
		await place.register(email, true)
		const client = place.app.client()
		await client.auth.signInWithPassword({ email, password })
		return client
	}
	const vouched = (sub: string): Person => ({
		sub,
		email: `${sub}@elsewhere.example`,
		email_verified: true,
		name: 'Elsewhere',
	})

	it('linking an identity is refused for SSO users', async () => {
		const client = await member('employee@company.example')
		await asOwner(
			place.app.database,
			`update auth.users set is_sso_user = true where email = 'employee@company.example'`,
		)
		const { error } = await client.auth.linkIdentity({ provider: 'google' })
		expect(error).toMatchObject({ status: 422, code: 'user_sso_managed' })
		const byToken = await client.auth.linkIdentity({ provider: 'google', token: 'a.b.c' })
		expect(byToken.error).toMatchObject({ status: 422, code: 'user_sso_managed' })
	})

	it('linking an identity leaves address and metadata of the account unchanged', async () => {
		const client = await member('linker@skerry.example')
		const url = await link(client, vouched('a-1'))
		expect(url.pathname).toBe('/linked')
		const user = await place.userOf(url)
		expect(user).toMatchObject({
			email: 'linker@skerry.example',
			app_metadata: { providers: ['email', 'google'] },
		})
		expect(user.user_metadata).not.toHaveProperty('full_name')
		const { data } = await client.auth.getUserIdentities()
		const linked = data?.identities.find(({ provider }) => provider === 'google')
		expect(linked?.identity_data?.email).toBe('a-1@elsewhere.example')
		if (linked) expect((await client.auth.unlinkIdentity(linked)).error).toBeNull()
	})

	it('linking an identity refuses one that is taken, by them or by somebody else', async () => {
		const [mine, theirs] = [await member('m1@skerry.example'), await member('m2@skerry.example')]
		await link(mine, vouched('a-2'))
		for (const [client, description] of [
			[mine, 'Identity is already linked'],
			[theirs, 'Identity is already linked to another user'],
		] as const)
			expect(errorOf(await link(client, vouched('a-2')))).toEqual({
				error: 'server_error',
				error_code: 'identity_already_exists',
				error_description: description,
			})
	})

	it.each<[string, (thief: Client, owner: Client) => Promise<unknown>]>([
		['their owner signed out everywhere', (_, owner) => owner.auth.signOut({ scope: 'global' })],
		['all other devices were signed out', (_, owner) => owner.auth.signOut({ scope: 'others' })],
		['the password changed', (_, owner) => owner.auth.updateUser({ password: 'a kelp forest at dusk' })],
		['they signed out themselves', (thief) => thief.auth.signOut({ scope: 'local' })],
	])('linking an identity links nothing for a session that ended meanwhile: %s', async (name, end) => {
		const email = `${name.replaceAll(' ', '-')}@skerry.example`
		const owner = await member(email)
		const thief = place.app.client()
		await thief.auth.signInWithPassword({ email, password })
		place.google.nextPerson = vouched(name.replaceAll(' ', '-'))
		const { data } = await thief.auth.linkIdentity({
			provider: 'google',
			options: { skipBrowserRedirect: true },
		})
		const back = await place.google.signIn(data.url ?? '')
		await end(thief, owner)
		const { url } = await place.followCallback(back)
		expect([errorOf(url).error_code, url.hash]).toEqual(['bad_oauth_state', ''])
		const rows = await asOwner(
			place.app.database,
			"select from auth.identities i join auth.users u on u.id = i.user_id where u.email = $1 and provider = 'google'",
			[email],
		)
		expect(rows).toHaveLength(0)
	})

	it('linking an identity is off unless the operator wants it, and asks who is there first', async () => {
		const off = await openFederationApp({ MANUAL_LINKING: 'off', MAIL_AUTOCONFIRM: 'on' })
		const path = '/user/identities/authorize?provider=google'
		expect((await callAuth(off.app, 'GET', path)).body.code).toBe('no_authorization')
		const { token } = await off.app.person()
		expect(errorParts(await callAuth(off.app, 'GET', path, { bearer: token }))).toEqual([
			404,
			'manual_linking_disabled',
			'Manual linking is disabled',
		])
		await off.close()
	})

	it('linking an identity makes an anonymous visitor permanent by a vouched-for address', async () => {
		const client = place.app.client()
		const { data } = await client.auth.signInAnonymously()
		const user = await place.userOf(await link(client, vouched('a-3')))
		expect(user).toMatchObject({
			id: data.user?.id,
			is_anonymous: false,
			email: 'a-3@elsewhere.example',
			email_confirmed_at: expect.any(String),
		})
	})

	it('linking an identity with an unverified address makes no anonymous user permanent before proof', async () => {
		const client = place.app.client()
		const { data } = await client.auth.signInAnonymously()
		const person = { ...vouched('a-4'), email_verified: false }
		expect(errorOf(await link(client, person)).error_code).toBe('provider_email_needs_verification')
		expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true)
		const { tokenHash } = await lastMailTo(place.app, 'a-4@elsewhere.example')
		const proven = await place.app.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		expect(proven.data.user).toMatchObject({
			id: data.user?.id,
			is_anonymous: false,
			email: 'a-4@elsewhere.example',
			app_metadata: { providers: ['google'] },
		})
		// The mail may be read by another person than the one who started it.
		expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	})

	it('linking an identity does not give an anonymous visitor the address of somebody else', async () => {
		await place.register('a-5@elsewhere.example', true)
		const client = place.app.client()
		await client.auth.signInAnonymously()
		expect(errorOf(await link(client, vouched('a-5')))).toMatchObject({
			error_code: 'email_exists',
		})
		expect((await client.auth.getUserIdentities()).data?.identities).toEqual([])
	})
})
