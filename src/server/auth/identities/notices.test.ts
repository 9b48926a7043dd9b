import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/auth-wire.ts'
import { type Federation, openFederation, password } from '#test/federation.ts'
import { mailsTo } from '#test/outbox.ts'

describe('who is told about ways to sign in', () => {
	let place: Federation
	beforeAll(async () => {
		place = await openFederation({ MAIL_NOTICES: 'identity_linked,identity_unlinked' })
	})
	afterAll(() => place.close())

	const aboutGoogle = async (email: string) =>
		(await mailsTo(place.app, email)).filter(({ text }) => /google/i.test(text ?? '')).length

	it('is the owner, when a provider’s identity joins their account or leaves it', async () => {
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

	it('is nobody when a new person comes', async () => {
		const email = 'fresh@skerry.example'
		await place.signIn({ sub: 'n-3', email, email_verified: true })
		expect(await aboutGoogle(email)).toBe(0)
	})
})
