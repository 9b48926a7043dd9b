import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HookReceiver, type HookReply, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { errorOf, type FederationApp, openFederationApp } from '#test/support/auth/federation-app.ts'
import { fragmentOf, openSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const names = ['BEFORE_USER_CREATED', 'CUSTOM_ACCESS_TOKEN', 'SEND_EMAIL']

describe('the hooks', () => {
	let receiver: HookReceiver
	let place: FederationApp
	let company: SamlApp
	/** Answers of single hooks; the rest takes everything as it is. */
	let replies: Record<string, HookReply>
	beforeAll(async () => {
		receiver = await startHookReceiver()
		place = await openFederationApp(receiver.settings(...names))
		company = await openSamlApp(receiver.settings(...names))
	})
	beforeEach(() => {
		receiver.calls.length = 0
		replies = {}
		receiver.reply = ({ path, payload }) =>
			replies[path.slice(1)] ?? { body: payload.claims ? { claims: payload.claims } : {} }
	})
	afterAll(async () => {
		await place.close()
		await company.close()
		await receiver.close()
	})
	const heard = () => receiver.calls.map(({ path }) => path.slice(1))
	const users = ({ app }: { app: FederationApp['app'] }) => asOwner(app.database, 'select id from auth.users')
	const rhona = {
		nameId: 'employee-7',
		attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'rhona@skerry.example' },
	}
	const no = { body: { error: { http_code: 403, message: 'Members only.' } } }
	const isla = { sub: 'g-1', email: 'isla@skerry.example', email_verified: true }

	it('the hooks run for a new user of a provider and their token', async () => {
		const user = await place.userOf(await place.signIn(isla))
		expect(heard()).toEqual(['BEFORE_USER_CREATED', 'CUSTOM_ACCESS_TOKEN'])
		const [before, token] = receiver.calls.map(({ payload }) => payload)
		expect(before.user).toMatchObject({
			id: user.id,
			email: isla.email,
			app_metadata: { provider: 'google' },
			user_metadata: { sub: 'g-1' },
		})
		expect(token).toMatchObject({ user_id: user.id, authentication_method: 'oauth' })
		receiver.calls.length = 0
		await place.signIn(isla)
		expect(heard()).toEqual(['CUSTOM_ACCESS_TOKEN'])
	})

	it.each(['BEFORE_USER_CREATED', 'CUSTOM_ACCESS_TOKEN'])(
		'the hook %s refuses a new user of a provider by a redirect with the reason',
		async (name) => {
			const present = await users(place)
			replies = { [name]: no }
			const url = await place.signIn({ ...isla, sub: 'g-2', email: 'rhona@skerry.example' })
			expect(errorOf(url)).toMatchObject({
				error_code: 'unknown',
				error_description: 'Members only.',
			})
			expect(await users(place)).toEqual(present)
		},
	)

	it('the send-email hook sends the confirmation of an unverified address, or no user is created', async () => {
		const lena = { sub: 'g-3', email: 'lena@skerry.example', email_verified: false }
		const present = await users(place)
		replies = { SEND_EMAIL: { status: 500 } }
		expect(errorOf(await place.signIn(lena)).error_code).toBe('unexpected_failure')
		expect(await users(place)).toEqual(present)
		replies = {}
		const { error_code } = errorOf(await place.signIn(lena))
		expect(error_code).toBe('provider_email_needs_verification')
		const { user, email_data: data } = receiver.calls.at(-1)?.payload ?? {}
		expect(user.email).toBe(lena.email)
		expect(data).toMatchObject({ email_action_type: 'signup' })
	})

	it('the hooks run for SSO users too', async () => {
		const present = await users(company)
		replies = { BEFORE_USER_CREATED: no }
		const refused = await company.signOn({ answer: rhona })
		expect([...refused.url.searchParams.values(), refused.url.hash].join(' ')).toContain('Members')
		expect(await users(company)).toEqual(present)
		replies = {}
		receiver.calls.length = 0
		const { url } = await company.signOn({ answer: rhona })
		expect(fragmentOf(url).get('access_token')).toBeTruthy()
		expect(heard()).toEqual(['BEFORE_USER_CREATED', 'CUSTOM_ACCESS_TOKEN'])
		expect(receiver.calls[1]?.payload.authentication_method).toBe('sso/saml')
	})
})
