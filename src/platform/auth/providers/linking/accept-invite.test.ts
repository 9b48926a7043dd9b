import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('accepting an invitation by a provider', () => {
	let place: FederationApp
	let email: string
	let count = 0
	beforeAll(async () => {
		place = await openFederationApp({ SIGNUP: 'invite' })
	})
	afterAll(() => place.close())
	beforeEach(() => {
		email = `guest-${++count}@skerry.example`
	})

	async function invite(): Promise<string> {
		const { error } = await place.app.admin().auth.admin.inviteUserByEmail(email)
		if (error) throw error
		return (await lastMailTo(place.app, email)).tokenHash
	}
	const guest = (verified: boolean) => ({
		sub: `guest-${count}`,
		email,
		email_verified: verified,
		name: 'A Guest',
	})

	it.each([true, false])(
		'accepting an invitation by a provider lets the guest in, whether the provider vouches for the address (%s) or not',
		async (verified) => {
			const token = await invite()
			const user = await place.userOf(await place.signIn(guest(verified), `&invite_token=${token}`))
			expect(user).toMatchObject({
				email,
				email_confirmed_at: expect.any(String),
				invited_at: expect.any(String),
				app_metadata: { provider: 'google', providers: ['google'] },
				user_metadata: { full_name: 'A Guest' },
			})
			const { data } = await place.app.admin().auth.admin.getUserById(user.id)
			expect(data.user?.identities).toHaveLength(1)
			const entries = await asOwner<{ action: string }>(
				place.app.database,
				"select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = $1",
				[user.id],
			)
			expect(entries.map(({ action }) => action)).toContain('invite_accepted')
		},
	)

	it('an invitation that was accepted by a provider cannot be used again', async () => {
		const token = await invite()
		await place.signIn(guest(true), `&invite_token=${token}`)
		expect(errorParts(await place.open(`/authorize?provider=google&invite_token=${token}`))).toEqual([
			404,
			'user_not_found',
			'User identified by token not found',
		])
	})

	it('accepting an invitation by a provider is refused when it was spent meanwhile', async () => {
		const token = await invite()
		place.google.nextPerson = guest(true)
		const visits = await Promise.all([1, 2, 3].map(() => place.authorizationUrl(`&invite_token=${token}`)))
		const backs = await Promise.all(visits.map((address) => place.google.signIn(address)))
		const ends = await Promise.all(backs.map((back) => place.followCallback(back)))
		const errors = ends.map(({ url }) => errorOf(url)).filter(({ error }) => error)
		expect(errors).toEqual(
			Array.from({ length: 2 }, () => ({
				error: 'server_error',
				error_code: 'invite_not_found',
				error_description: 'Invite not found',
			})),
		)
	})

	it('an invitation stays valid when a user with another address tried it', async () => {
		const token = await invite()
		const other = { sub: 'other', email: 'other@skerry.example', email_verified: true }
		expect(errorOf(await place.signIn(other, `&invite_token=${token}`))).toEqual({
			error: 'invalid_request',
			error_code: 'validation_failed',
			error_description: 'Invited email does not match emails from external provider',
		})
		const user = await place.userOf(await place.signIn(guest(true), `&invite_token=${token}`))
		expect(user.email).toBe(email)
	})

	it('accepting an invitation by a provider links no identity that is somebody else’s', async () => {
		const first = email
		await place.signIn(guest(true), `&invite_token=${await invite()}`)
		email = `guest-${++count}@skerry.example`
		const token = await invite()
		const moved = { sub: `guest-${count - 1}`, email, email_verified: true }
		expect(errorOf(await place.signIn(moved, `&invite_token=${token}`)).error_code).toBe('identity_already_exists')
		expect(first).not.toBe(email)
	})

	it('accepting an invitation by a provider ends a password that somebody set before the guest came', async () => {
		const open = await openFederationApp({}, place.app.database)
		await callAuth(open.app, 'POST', '/signup', { body: { email, password } })
		await open.close()
		await place.signIn(guest(true), `&invite_token=${await invite()}`)
		expect((await place.byPassword(email)).error?.code).toBe('invalid_credentials')
	})

	it.each(['nonsense', 'pkce_'.padEnd(61, '0')])(
		'accepting an invitation by a provider refuses the token %s before the redirect',
		async (token) => {
			expect((await place.open(`/authorize?provider=google&invite_token=${token}`)).body.code).toBe('user_not_found')
		},
	)

	it('without an invitation a provider signs no new user in while sign-up is closed', async () => {
		expect(errorOf(await place.signIn(guest(true))).error_code).toBe('signup_disabled')
	})
})
