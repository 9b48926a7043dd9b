import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { copiedJoinToken, inviteByMail } from '#test/support/product/join-link.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

const password = 'five days of paddling'
const refused = [422, 'signup_disabled']

/** The owner signs up while the installation is open; the app under test shares its database. */
let open: TestApp
let app: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
	open = await createTestApp({ MAIL_AUTOCONFIRM: 'on' })
	owner = await open.person()
	spaceId = (await createOwnSpace(owner.client, { name: 'Kiln' })).space_id
	app = await createTestApp({ SIGNUP: 'invite', MAIL_AUTOCONFIRM: 'off' }, open.database)
})
afterAll(async () => {
	await app.close()
	await open.close()
})

let people = 0
const newAddress = () => `guest-${++people}@kiln.example`
const invite = async (email: string) => {
	const token = await inviteByMail(open, owner.client, spaceId, email)
	return { token, email }
}
const signUp = async (email: string, data: object = {}, at = app) => {
	const client = at.client()
	const answer = await client.auth.signUp({ email, password, options: { data } })
	return { client, ...answer, refusal: answer.error && [answer.error.status, answer.error.code] }
}

describe('with SIGNUP=invite', () => {
	it('a mailed link lets the invited address sign up at once, confirmed and without another mail', async () => {
		const { email, token } = await invite(newAddress())
		const before = (await mailsTo(open, email)).length
		const { client, data, error } = await signUp(email, { full_name: 'Tomasz', join: token })
		expect(error).toBeNull()
		expect(data.session).not.toBeNull()
		expect(data.user?.email_confirmed_at).toBeDefined()
		// The token is a secret and is not stored.
		expect(data.user?.user_metadata).toEqual({
			sub: data.user?.id,
			email,
			email_verified: true,
			phone_verified: false,
			full_name: 'Tomasz',
		})
		expect(await mailsTo(app, email)).toEqual([])
		expect(await mailsTo(open, email)).toHaveLength(before)
		const accepted = await client.rpc('accept_member_invitation', { token })
		expect(accepted.data).toMatchObject({ space_id: spaceId, role: 'editor' })
		const own = app.client()
		expect((await own.auth.signInWithPassword({ email, password })).error).toBeNull()
	})

	it('upper case and spaces of the address do not matter', async () => {
		const { email, token } = await invite(newAddress())
		expect((await signUp(` ${email.toUpperCase()} `, { join: token })).data.session).not.toBeNull()
	})

	it('a sign-up without a token, with a wrong one or with one of another address is refused', async () => {
		const { email, token } = await invite(newAddress())
		const other = await invite(newAddress())
		for (const data of [{}, { join: 'x'.repeat(43) }, { join: '' }, { join: { $ne: null } }, { join: other.token }])
			expect((await signUp(email, data)).refusal).toEqual(refused)
		expect((await signUp(newAddress(), { join: token })).refusal).toEqual(refused)
		expect(await mailsTo(app, email)).toEqual([])
	})

	it.each([
		['accepted', 'accepted_at = now()'],
		['revoked', 'revoked_at = now()'],
		['declined', 'declined_at = now()'],
		['expired', 'expires_at = now()'],
	])('a link of an invitation that is %s lets nobody sign up', async (_, change) => {
		const { email, token } = await invite(newAddress())
		await app.sql(`update member_invitations set ${change} where email = $1`, [email])
		expect((await signUp(email, { join: token })).refusal).toEqual(refused)
	})

	it('a copied link lets the invited address sign up, which is then confirmed by mail: the copier may not own it', async () => {
		const { email } = await invite(newAddress())
		const token = await copiedJoinToken(owner.client, spaceId, email)
		const { client, data, error } = await signUp(email, { join: token })
		expect([error, data.session]).toEqual([null, null])
		const early = await client.auth.signInWithPassword({ email, password })
		expect(early.error?.code).toBe('email_not_confirmed')
		const { tokenHash } = await lastMailTo(app, email)
		const confirmed = await client.auth.verifyOtp({ type: 'email', token_hash: tokenHash })
		expect(confirmed.data.session).not.toBeNull()
		expect((await client.rpc('accept_member_invitation', { token })).error).toBeNull()
	})

	it('an address that another person registered first is confirmed by mail, and their password does not stay', async () => {
		const { email, token } = await invite(newAddress())
		const copied = await copiedJoinToken(owner.client, spaceId, email)
		const attacker = 'the attacker knows this'
		await app.client().auth.signUp({ email, password: attacker, options: { data: { note: 'evil', join: copied } } })
		const { data } = await signUp(email, { join: token })
		expect(data.session).toBeNull()
		const { tokenHash } = await lastMailTo(app, email)
		const own = app.client()
		const { data: opened } = await own.auth.verifyOtp({ type: 'email', token_hash: tokenHash })
		expect(opened.user?.user_metadata).not.toHaveProperty('note')
		const theirs = await app.client().auth.signInWithPassword({ email, password: attacker })
		expect(theirs.error?.code).toBe('invalid_credentials')
	})

	it('of twenty sign-ups by one mailed link at once, one makes the account', async () => {
		const { email, token } = await invite(newAddress())
		const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(email, { join: token })))
		expect(answers.filter(({ data }) => data.session)).toHaveLength(1)
		expect(answers.filter(({ error }) => error?.code === 'user_already_exists')).toHaveLength(19)
	})

	it('the holder of a mailed link learns that the address has an account, the holder of a copied one does not', async () => {
		const { email, token } = await invite(newAddress())
		const copied = await copiedJoinToken(owner.client, spaceId, email)
		await signUp(email, { join: token })
		expect((await signUp(email, { join: token })).refusal).toEqual([422, 'user_already_exists'])
		const hidden = await signUp(email, { join: copied })
		expect([hidden.error, hidden.data.session]).toEqual([null, null])
	})

	it('a one-time code makes an account only with the token of an invitation', async () => {
		const { email, token } = await invite(newAddress())
		const ask = (data: object) => app.client().auth.signInWithOtp({ email, options: { data } })
		expect((await ask({})).error?.code).toBe('signup_disabled')
		expect((await ask({ join: 'x'.repeat(43) })).error?.code).toBe('signup_disabled')
		expect((await ask({ join: token })).error).toBeNull()
		const { code } = await lastMailTo(app, email)
		const { data } = await app.client().auth.verifyOtp({ type: 'email', email, token: code })
		expect(data.user?.user_metadata).not.toHaveProperty('join')
	})
})

it('with SIGNUP=closed no link helps', async () => {
	const closed = await createTestApp({ SIGNUP: 'closed' }, open.database)
	const { email, token } = await invite(newAddress())
	expect((await signUp(email, { join: token }, closed)).refusal).toEqual(refused)
	const code = await closed.client().auth.signInWithOtp({ email, options: { data: { join: token } } })
	expect(code.error?.code).toBe('signup_disabled')
	await closed.close()
})

it('metadata named join that is no token stays with the user', async () => {
	const { data } = await signUp(newAddress(), { join: 'the club' }, open)
	expect(data.user?.user_metadata).toMatchObject({ join: 'the club' })
})

it('with SIGNUP=open a mailed link spares the confirmation of the invited address, and of no other', async () => {
	const mailing = await createTestApp({ MAIL_AUTOCONFIRM: 'off' }, open.database)
	const { email, token } = await invite(newAddress())
	expect((await signUp(newAddress(), { join: token }, mailing)).data.session).toBeNull()
	expect((await signUp(email, { join: token }, mailing)).data.session).not.toBeNull()
	await mailing.close()
})
