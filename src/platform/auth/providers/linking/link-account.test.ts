import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('sign-in by a provider', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp()
	})
	afterAll(() => place.close())

	it('sign-in by a provider joins a vouched-for address with the account that proved it, which keeps its password', async () => {
		const email = 'both@skerry.example'
		await place.register(email, true)
		const before = (await place.byPassword(email)).data.user
		const user = await place.userOf(
			await place.signIn({ sub: 'l-1', email: 'Both@Skerry.example', email_verified: true }),
		)
		expect(user.id).toBe(before?.id)
		expect(user.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] })
		expect((await place.byPassword(email)).error).toBeNull()
	})

	it('sign-in by a provider asks the owner of an address by mail when the provider does not vouch for it', async () => {
		const person = { sub: 'l-2', email: 'unsure@skerry.example', email_verified: false }
		expect(errorOf(await place.signIn(person))).toEqual({
			error: 'access_denied',
			error_code: 'provider_email_needs_verification',
			error_description: 'Unverified email with google. A confirmation email has been sent to your google email',
		})
		const { tokenHash } = await lastMailTo(place.app, person.email)
		const verified = await callAuth(place.app, 'POST', '/verify', {
			body: { type: 'signup', token_hash: tokenHash },
		})
		expect(verified.body.user.email).toBe(person.email)
		expect((await place.userOf(await place.signIn(person))).id).toBe(verified.body.user.id)
	})

	it('sign-in by a provider with an unverified address of another account is refused without a mail', async () => {
		const email = 'taken@skerry.example'
		await place.register(email, true)
		const mails = (await mailsTo(place.app, email)).length
		const person = { sub: 'l-3', email, email_verified: false }
		for (let turn = 0; turn < 2; turn++)
			expect(errorOf(await place.signIn(person))).toEqual({
				error: 'access_denied',
				error_code: 'provider_email_needs_verification',
				error_description: 'Unverified email with google. Verify the email with google in order to sign in',
			})
		expect(await mailsTo(place.app, email)).toHaveLength(mails)
		const rows = await asOwner<{ email: string | null }>(
			place.app.database,
			"select u.email from auth.users u join auth.identities i on i.user_id = u.id where i.provider_id = 'l-3'",
		)
		expect(rows).toEqual([{ email: null }])
	})

	it('sign-in by a provider succeeds once the provider verifies the address', async () => {
		const person = { sub: 'l-4', email: 'later@skerry.example', email_verified: false }
		await place.signIn(person)
		const user = await place.userOf(await place.signIn({ ...person, email_verified: true }))
		expect(user).toMatchObject({
			email: person.email,
			email_confirmed_at: expect.any(String),
			identities: [{ id: 'l-4' }],
		})
	})

	it('sign-in by a provider refuses to choose among several accounts with one address', async () => {
		const email = 'many@skerry.example'
		await place.register(email, true)
		const other = await place.app.admin().auth.admin.createUser({ email: 'x@skerry.example' })
		await asOwner(
			place.app.database,
			`insert into auth.identities (user_id, provider, provider_id, identity_data)
			values ($1, 'github', 'gh-1', jsonb_build_object('email', $2::text, 'email_verified', true))`,
			[other.data.user?.id, email],
		)
		expect(errorOf(await place.signIn({ sub: 'l-5', email, email_verified: true }))).toMatchObject({
			error: 'server_error',
			error_description: 'Multiple accounts with the same email address in the same linking domain detected: default',
		})
	})

	it('sign-in by a provider knows a person by another provider’s vouched-for address when the account has moved on', async () => {
		const old = 'old@skerry.example'
		const user = await place.userOf(await place.signIn({ sub: 'l-6', email: old, email_verified: true }))
		await place.app.admin().auth.admin.updateUserById(user.id, {
			email: 'new@skerry.example',
			email_confirm: true,
		})
		const again = await place.userOf(await place.signIn({ sub: 'l-7', email: old, email_verified: true }))
		expect(again.id).toBe(user.id)
		expect(again.email).toBe('new@skerry.example')
	})

	it('sign-in by a provider makes one user of one person, however many visits come home at once', async () => {
		place.google.nextPerson = { sub: 'l-8', email: 'crowd@skerry.example', email_verified: true }
		const visits = await Promise.all(
			Array.from({ length: 12 }, async () => place.google.signIn(await place.authorizationUrl())),
		)
		const ends = await Promise.all(visits.map((address) => place.followCallback(address)))
		const users = await Promise.all(ends.map(({ url }) => place.userOf(url)))
		expect(new Set(users.map(({ id }) => id)).size).toBe(1)
		const rows = await asOwner(place.app.database, "select from auth.users where email = 'crowd@skerry.example'")
		expect(rows).toHaveLength(1)
	})

	it('sign-in by a provider leaves the metadata of the account for later sign-ins by password', async () => {
		const email = 'words@skerry.example'
		const client = place.app.client()
		await client.auth.signUp({ email, password, options: { data: { full_name: 'Mine', tide: 1 } } })
		const { tokenHash } = await lastMailTo(place.app, email)
		await client.auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		const user = await place.userOf(await place.signIn({ sub: 'l-9', email, email_verified: true, name: 'Theirs' }))
		expect(user.user_metadata).toMatchObject({ full_name: 'Theirs', tide: 1, email_verified: true })
	})
})
