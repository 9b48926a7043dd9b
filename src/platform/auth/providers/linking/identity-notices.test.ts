import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { mailsTo } from '#test/support/outbox.ts'

describe('notices about identities', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp({ MAIL_NOTICES: 'identity_linked,identity_unlinked' })
	})
	afterAll(() => place.close())

	const aboutGoogle = async (email: string) =>
		(await mailsTo(place.app, email)).filter(({ text }) => /google/i.test(text ?? '')).length

	it('the owner gets a notice when an identity is linked or unlinked', async () => {
		const email = 'told@skerry.example'
		await place.register(email, true)
		const client = place.app.client()
		await client.auth.signInWithPassword({ email, password })
		await place.signIn({ sub: 'n-1', email, email_verified: true })
		expect(await aboutGoogle(email)).toBe(1)
		await place.signIn({ sub: 'n-1', email, email_verified: true })
		expect(await aboutGoogle(email)).toBe(1)

		const { data } = await client.auth.getUserIdentities()
		const google = data?.identities.find(({ provider }) => provider === 'google')
		if (!google) throw new Error('no identity')
		await client.auth.unlinkIdentity(google)
		expect(await aboutGoogle(email)).toBe(2)

		const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
		const id_token = await place.google.sign({
			sub: 'n-2',
			email: 'else@elsewhere.example',
			email_verified: true,
		})
		await callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			bearer,
			body: { id_token, provider: 'google', link_identity: true },
		})
		expect(await aboutGoogle(email)).toBe(3)
	})

	it('nobody gets a notice when a provider’s new user signs in', async () => {
		const email = 'fresh@skerry.example'
		await place.signIn({ sub: 'n-3', email, email_verified: true })
		expect(await aboutGoogle(email)).toBe(0)
	})
})
