import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { asOwner } from '#test/support/test-database.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari =
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

/** The five attacks of Sudhodanan and Paverd (2022): the attacker prepares an account, then its owner comes. */
describe.each(['off', 'on'])('an account prepared by an attacker, with MAIL_AUTOCONFIRM=%s', (auto) => {
	let place: FederationApp
	let victim: string
	let count = 0
	beforeAll(async () => {
		place = await openFederationApp({
			MAIL_AUTOCONFIRM: auto,
			REFRESH_REUSE_INTERVAL: '0',
			SMS_TEST_OTP: '15550009999=123456',
			TRUSTED_PROXIES: '127.0.0.1',
		})
	})
	afterAll(() => place.close())
	beforeEach(() => {
		victim = `victim-${++count}@skerry.example`
	})

	const anna = () => ({
		sub: `anna-${victim}`,
		email: victim,
		email_verified: true,
		name: 'Anna',
	})
	const mallory = () => ({
		sub: `mallory-${victim}`,
		email: `mallory-${count}@evil.example`,
		email_verified: true,
	})
	const unverified = () => ({ ...mallory(), email: victim, email_verified: false })
	const byGoogle = async () => place.userOf(await place.signIn(anna()))
	/** The owner's ways in, each ending with their session. */
	const waysIn: Record<string, () => Promise<{ id: string }>> = {
		'by Google': byGoogle,
		'by a code in a mail': async () => {
			await place.app.client().auth.signInWithOtp({ email: victim })
			const { code } = await lastMailTo(place.app, victim)
			const { data, error } = await place.app.client().auth.verifyOtp({ type: 'email', email: victim, token: code })
			if (error || !data.user) throw error ?? new Error('no user')
			return data.user
		},
		'by a new password': async () => {
			const client = place.app.client()
			await client.auth.resetPasswordForEmail(victim)
			const { tokenHash } = await lastMailTo(place.app, victim)
			const { data, error } = await client.auth.verifyOtp({
				type: 'recovery',
				token_hash: tokenHash,
			})
			if (error || !data.user) throw error ?? new Error('no user')
			await client.auth.updateUser({ password: 'a kelp forest at dusk' })
			return data.user
		},
	}
	const owners = Object.keys(waysIn)
	const comeIn = (way: string) => waysIn[way]?.() ?? Promise.reject(new Error(way))
	/** The profit of an attacker who registers: a session where nothing has to be confirmed. */
	async function register() {
		const client = place.app.client()
		const { data } = await client.auth.signUp({ email: victim, password })
		return { client, session: data.session }
	}
	const isIn = async (url: URL, id: string) => (await place.userOf(url)).id === id

	it('classic-federated merge: the attacker’s password opens nothing', async () => {
		await register()
		const user = await byGoogle()
		expect(user.app_metadata.providers).toEqual(['google'])
		expect(user.user_metadata).toEqual(expect.objectContaining({ full_name: 'Anna' }))
		expect((await place.byPassword(victim)).error?.code).toBe('invalid_credentials')
	})

	it('classic-federated merge: what the attacker wrote about the victim is gone', async () => {
		await callAuth(place.app, 'POST', '/signup', {
			body: { email: victim, password, data: { note: 'https://evil.example' } },
		})
		expect((await byGoogle()).user_metadata).not.toHaveProperty('note')
	})

	it.each(owners)('unexpired session: none of the attacker’s lives on, the owner came %s', async (way) => {
		const { client, session } = await register()
		await client.auth.refreshSession()
		const latest = (await client.auth.getSession()).data.session
		await comeIn(way)
		for (const held of [session, latest]) {
			if (!held) continue
			const bearer = held.access_token
			expect((await callAuth(place.app, 'GET', '/user', { bearer })).body.code).toBe('session_not_found')
			const body = { refresh_token: held.refresh_token }
			const refreshed = await callAuth(place.app, 'POST', '/token?grant_type=refresh_token', {
				body,
			})
			expect(refreshed.status).toBe(400)
		}
	})

	it.each(owners)('trojan identifier: a linked identity opens nothing, the owner came %s', async (way) => {
		const { client, session } = await register()
		if (session) {
			place.google.nextPerson = mallory()
			const { data } = await client.auth.linkIdentity({
				provider: 'google',
				options: { skipBrowserRedirect: true },
			})
			await place.followCallback(await place.google.signIn(data.url ?? ''))
		}
		const { id } = await comeIn(way)
		expect(await isIn(await place.signIn(mallory()), id)).toBe(false)
	})

	it.each(owners)('trojan identifier: a mailed link is dead, the owner came %s', async (way) => {
		const { client, session } = await register()
		place.google.nextPerson = mallory()
		const link = session
			? (
					await client.auth.linkIdentity({
						provider: 'google',
						options: { skipBrowserRedirect: true },
					})
				).data.url
			: undefined
		const back = link ? await place.google.signIn(link) : undefined
		const { id } = await comeIn(way)
		if (back) expect(errorOf((await place.followCallback(back)).url).error_code).toBe('bad_oauth_state')
		expect(await isIn(await place.signIn(mallory()), id)).toBe(false)
	})

	it.each(owners)('trojan identifier: a second factor does not lock the owner out who came %s', async (way) => {
		const { client, session } = await register()
		if (session) await client.auth.mfa.enroll({ factorType: 'totp' })
		const { id } = await comeIn(way)
		const { data } = await place.app.admin().auth.admin.mfa.listFactors({ userId: id })
		expect(data?.factors).toEqual([])
	})

	it.each(owners)('unexpired change of address: its link is dead, the owner came %s', async (way) => {
		const { client, session } = await register()
		const mine = `${count}-change@evil.example`
		if (session) await client.auth.updateUser({ email: mine })
		const { id } = await comeIn(way)
		for (const { tokenHash } of await mailsTo(place.app, mine)) {
			const { status } = await callAuth(place.app, 'POST', '/verify', {
				body: { type: 'email_change', token_hash: tokenHash },
			})
			expect(status).toBe(403)
		}
		const { data } = await place.app.admin().auth.admin.getUserById(id)
		expect(data.user?.email).toBe(victim)
		expect(data.user?.new_email).toBeUndefined()
	})

	it.each(owners)('non-verifying provider: its identity opens nothing, the owner came %s', async (way) => {
		await place.signIn(unverified())
		const { id } = await comeIn(way)
		expect(await isIn(await place.signIn(unverified()), id)).toBe(false)
	})

	it('non-verifying provider: it opens nothing that the owner registered before', async () => {
		const { session } = await register()
		const { tokenHash } = session ? { tokenHash: '' } : await lastMailTo(place.app, victim)
		if (tokenHash)
			await callAuth(place.app, 'POST', '/verify', {
				body: { type: 'signup', token_hash: tokenHash },
			})
		const owner = (await place.byPassword(victim)).data.user?.id ?? ''
		expect(owner).not.toBe('')
		expect(await isIn(await place.signIn(unverified()), owner)).toBe(false)
		expect((await place.byPassword(victim)).data.user?.id).toBe(owner)
	})

	it.each<[string, Record<string, string>, string | undefined]>([
		['from elsewhere', { 'x-forwarded-for': '198.51.100.7' }, 'invalid_credentials'],
		['with another device', { 'user-agent': safari }, undefined],
		['from where they registered', { 'x-forwarded-for': '203.0.113.99' }, undefined],
	])('classic-mail merge: who comes %s by a link', async (_, place_, refusal) => {
		const from = { 'x-forwarded-for': '203.0.113.5', 'user-agent': firefox }
		await callAuth(place.app, 'POST', '/signup', {
			body: { email: victim, password },
			headers: from,
		})
		await place.app.client().auth.signInWithOtp({ email: victim })
		const { tokenHash } = await lastMailTo(place.app, victim)
		const opened = await callAuth(place.app, 'POST', '/verify', {
			body: { type: 'email', token_hash: tokenHash },
			headers: { ...from, ...place_ },
		})
		expect(opened.body.user.email).toBe(victim)
		// Without MAIL_AUTOCONFIRM the password is removed because the requester of the mail did not show it.
		const expected = auto === 'off' ? 'invalid_credentials' : refusal
		expect((await place.byPassword(victim)).error?.code).toBe(expected)
	})

	it('the identity that asked for the proof of address is kept', async () => {
		const person = { ...unverified(), sub: `asked-${count}`, email: victim }
		const url = await place.signIn(person)
		if (auto === 'off') {
			expect(errorOf(url).error_code).toBe('provider_email_needs_verification')
			const { tokenHash } = await lastMailTo(place.app, victim)
			await callAuth(place.app, 'POST', '/verify', {
				body: { type: 'signup', token_hash: tokenHash },
			})
		}
		const user = await place.userOf(await place.signIn(person))
		expect(user).toMatchObject({ email: victim, app_metadata: { providers: ['google'] } })
	})

	it('only the owner’s sign-in methods stay in the database', async () => {
		await register()
		await place.signIn(unverified())
		const { id } = await byGoogle()
		const identities = await asOwner(
			place.app.database,
			'select provider, provider_id from auth.identities where user_id = $1',
			[id],
		)
		expect(identities).toEqual([{ provider: 'google', provider_id: `anna-${victim}` }])
	})
})
