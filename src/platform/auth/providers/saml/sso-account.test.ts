import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSamlIdentityProvider } from '#test/fakes/saml-identity-provider.ts'
import { nameIdFormats, type SamlResponseFields } from '#test/fakes/saml-response.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import {
	employee,
	errorFromRedirect,
	fragmentOf,
	mailAttribute,
	openMappedSamlApp,
	openSamlApp,
	type SamlApp,
} from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('SSO sign-in', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openMappedSamlApp()
	})
	afterAll(() => world.close())

	const userOf = async (url: URL) => {
		const bearer = fragmentOf(url).get('access_token') ?? ''
		return (await callAuth(world.app, 'GET', '/user', { bearer })).body
	}
	it('SSO sign-in keeps the account of a person whose name and address change', async () => {
		const before = await userOf((await world.signOn({ answer: employee })).url)
		const changed = { ...employee, attributes: { [mailAttribute]: 'isla.m@skerry.example', cn: 'Isla M.' } }
		const after = await userOf((await world.signOn({ answer: changed })).url)
		expect(after).toMatchObject({
			id: before.id,
			email: 'isla.m@skerry.example',
			user_metadata: { full_name: 'Isla M.' },
		})
	})

	it.each<[string, Partial<SamlResponseFields>, string, string]>([
		[
			'the subject-id attribute before the NameID',
			{
				nameId: 'passing',
				nameIdFormat: nameIdFormats.transient,
				attributes: {
					'urn:oasis:names:tc:SAML:attribute:subject-id': 'sid-1',
					mail: 'a@x.example',
				},
			},
			'sid-1',
			'a@x.example',
		],
		[
			'an e-mail NameID in lower case, which is the address too',
			{ nameId: 'Bo@X.Example', nameIdFormat: nameIdFormats.email },
			'bo@x.example',
			'bo@x.example',
		],
		[
			'an unspecified NameID as it is',
			{
				nameId: 'CaseMatters',
				nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
				attributes: {
					'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'c@x.example',
				},
			},
			'CaseMatters',
			'c@x.example',
		],
	])('SSO sign-in names a person by %s', async (_, answer, id, email) => {
		const user = await userOf((await world.signOn({ answer })).url)
		expect([user.email, user.identities[0].id]).toEqual([email, id])
	})

	it.each<[string, Partial<SamlResponseFields>, string]>([
		[
			'only a passing name',
			{ nameId: 'x', nameIdFormat: nameIdFormats.transient, attributes: { mail: 'd@x.example' } },
			'saml_assertion_no_user_id',
		],
		['no name', { nameId: ' ', attributes: { mail: 'd@x.example' } }, 'saml_assertion_no_user_id'],
		['no address', { nameId: 'nobody-1' }, 'saml_assertion_no_email'],
		[
			'an address that is none',
			{ nameId: 'nobody-2', attributes: { mail: 'd@x@y.example' } },
			'saml_assertion_no_email',
		],
	])('SSO sign-in lets nobody in with %s', async (_, answer, code) => {
		const told = await world.signOn({ answer })
		expect([told.status, told.url.origin, told.url.hash]).toEqual([303, world.app.url, ''])
		expect(told.url.searchParams.get('error')).toBe('invalid_request')
		expect(told.url.searchParams.get('error_code')).toBe(code)
	})

	it('SSO sign-in lets companies and passwords live side by side under one address', async () => {
		const { app } = world
		const email = 'shared@skerry.example'
		await callAuth(app, 'POST', '/signup', { body: { email, password } })
		const own = await app.client().auth.signInWithPassword({ email, password })
		const answer = { nameId: 'employee-8', attributes: { mail: email } }
		const company = await userOf((await world.signOn({ answer })).url)
		expect(company.id).not.toBe(own.data.user?.id)
		// The address still leads to the account with the password, and to nothing of the company's.
		const found = await app.client().auth.signInWithPassword({ email, password })
		expect(found.data.user?.id).toBe(own.data.user?.id)
		const recover = await callAuth(app, 'POST', '/recover', { body: { email } })
		expect([recover.status, recover.body]).toEqual([200, {}])
		const tokens = await asOwner(app.database, 'select from auth.one_time_tokens where user_id = $1', [company.id])
		expect(tokens).toHaveLength(0)
	})

	it('SSO sign-in finds no account of a company by its address', async () => {
		const { app } = world
		const email = 'only-sso@skerry.example'
		const { url } = await world.signOn({
			answer: { nameId: 'employee-9', attributes: { mail: email } },
		})
		const user = await userOf(url)
		const tries: [string, unknown, number][] = [
			['/token?grant_type=password', { email, password }, 400],
			['/otp', { email, create_user: false }, 422],
		]
		for (const [path, body, status] of tries) expect((await callAuth(app, 'POST', path, { body })).status).toBe(status)
		const signUp = await callAuth(app, 'POST', '/signup', { body: { email, password } })
		expect((signUp.body.user ?? signUp.body).id).not.toBe(user.id)
		const bearer = fragmentOf(url).get('access_token') ?? ''
		for (const change of [{ email: 'x@y.example' }, { password }, { phone: '15550001111' }])
			expect((await callAuth(app, 'PUT', '/user', { bearer, body: change })).body).toMatchObject({
				code: 'user_sso_managed',
			})
	})

	it('SSO sign-in joins two names of one address at one provider, and never at two', async () => {
		const email = 'renamed@skerry.example'
		const first = await userOf(
			(await world.signOn({ answer: { nameId: 'old-name', attributes: { mail: email } } })).url,
		)
		const second = await userOf(
			(await world.signOn({ answer: { nameId: 'new-name', attributes: { mail: email } } })).url,
		)
		expect(second.id).toBe(first.id)

		const other = await startSamlIdentityProvider()
		other.trust(world.serviceMetadata)
		const domains = ['other.example']
		await world.manage('POST', '', { type: 'saml', metadata_xml: other.metadata, domains })
		// The same name and address, from another identity provider.
		other.next = { answer: { nameId: 'new-name', attributes: { mail: email } } }
		const delivery = await other.signIn(await world.begin({ domain: 'other.example' }))
		const stranger = await userOf((await world.deliver(delivery)).url)
		expect(stranger.email).toBe(email)
		expect(stranger.id).not.toBe(first.id)
		await other.close()
	})

	it('SSO sign-in makes one account of many first deliveries at once', async () => {
		const answer = { nameId: 'employee-10', attributes: { mail: 'hurry@skerry.example' } }
		world.idp.next = { answer }
		const deliveries = await Promise.all(Array.from({ length: 8 }, async () => world.idp.signIn(await world.begin())))
		const landed = await Promise.all(deliveries.map((delivery) => world.deliver(delivery)))
		const ids = await Promise.all(landed.map(async ({ url }) => (await userOf(url)).id))
		expect(new Set(ids).size).toBe(1)
		const users = await asOwner(world.app.database, "select from auth.users where email = 'hurry@skerry.example'")
		expect(users).toHaveLength(1)
	})

	it('SSO sign-in refuses banned users, and new users while sign-up is closed', async () => {
		const answer = { nameId: 'employee-11', attributes: { mail: 'banned@skerry.example' } }
		const user = await userOf((await world.signOn({ answer })).url)
		await asOwner(world.app.database, "update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
			user.id,
		])
		const { url } = await world.signOn({ answer })
		expect(url.searchParams.get('error')).toBe('access_denied')
		expect(url.searchParams.get('error_code')).toBe('user_banned')

		const closed = await openSamlApp({ SIGNUP: 'closed' })
		const told = await closed.signOn({ answer })
		expect(errorFromRedirect(told)).toEqual([303, 'signup_disabled', 'Signups not allowed for this instance'])
		await closed.close()
	})

	it('SSO sign-in is recorded in the audit log', async () => {
		const name = `audit-${randomUUID()}@skerry.example`
		await world.signOn({ answer: { nameId: name, attributes: { mail: name } } })
		const { body } = await callAuth(world.app, 'GET', `/admin/audit?query=author:${name}`, {
			bearer: world.app.deps.keys.serviceRoleKey,
		})
		const provider = `sso:${world.providerId}`
		expect(body.map(({ payload }: { payload: unknown }) => payload)).toMatchObject([
			{
				action: 'login',
				actor_via_sso: true,
				traits: { provider: world.providerId, method: 'sso/saml' },
			},
			{ action: 'user_signedup', actor_via_sso: true, traits: { provider } },
		])
	})
})
