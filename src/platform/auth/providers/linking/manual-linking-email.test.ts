import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#test/fakes/openid-provider.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Client = ReturnType<TestApp['client']>

describe.each(['off', 'on'])('unlinking the identity of an address, with MAIL_AUTOCONFIRM=%s', (auto) => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp({ MAIL_AUTOCONFIRM: auto })
	})
	afterAll(() => place.close())

	async function member(email: string): Promise<Client> {
		const client = place.app.client()
		await client.auth.signUp({ email, password })
		if (auto === 'off') {
			const { tokenHash } = await lastMailTo(place.app, email)
			await client.auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
		}
		return client
	}
	async function link(client: Client, person: Person) {
		const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
		const { status } = await callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			bearer,
			body: {
				id_token: await place.google.sign(person),
				provider: 'google',
				link_identity: true,
			},
		})
		expect(status).toBe(200)
	}
	async function unlink(client: Client, provider: string) {
		const { data } = await client.auth.getUserIdentities()
		const identity = data?.identities.find((candidate) => candidate.provider === provider)
		if (!identity) throw new Error(`no ${provider} identity`)
		const { error } = await client.auth.unlinkIdentity(identity)
		if (error) throw error
	}
	const rowOf = async (email: string) =>
		(
			await asOwner<{ id: string; confirmed: boolean; proven: boolean; tokens: number }>(
				place.app.database,
				`select id, email_confirmed_at is not null as confirmed, email_proven as proven,
					(select count(*)::int from auth.one_time_tokens t where t.user_id = u.id) as tokens
				from auth.users u where email = $1`,
				[email],
			)
		)[0]

	it('unlinking the email identity moves the account to a verified address before an older unverified one', async () => {
		const client = await member(`old-${auto}@skerry.example`)
		await link(client, {
			sub: `u-1-${auto}`,
			email: `unsure-${auto}@skerry.example`,
			email_verified: false,
		})
		await link(client, {
			sub: `u-2-${auto}`,
			email: `sure-${auto}@skerry.example`,
			email_verified: true,
		})
		await client.auth.resetPasswordForEmail(`old-${auto}@skerry.example`)
		await unlink(client, 'email')
		expect(await rowOf(`sure-${auto}@skerry.example`)).toMatchObject({
			confirmed: true,
			proven: true,
			tokens: 0,
		})
		const { data } = await client.auth.getUser()
		expect(data.user?.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
	})

	it('unlinking the email identity does not count an unverified address as proven', async () => {
		const client = await member(`mallory-${auto}@evil.example`)
		const victim = `victim-${auto}@skerry.example`
		await link(client, { sub: `u-3-${auto}`, email: victim, email_verified: false })
		await unlink(client, 'email')
		expect(await rowOf(victim)).toMatchObject({ confirmed: auto === 'on', proven: false })

		// So its owner takes the account over, and the attacker keeps no way in.
		const held = (await client.auth.getSession()).data.session?.access_token ?? ''
		const owner = await place.userOf(await place.signIn({ sub: `u-4-${auto}`, email: victim, email_verified: true }))
		expect(owner).toMatchObject({ email: victim, app_metadata: { providers: ['google'] } })
		expect((await callAuth(place.app, 'GET', '/user', { bearer: held })).body.code).toBe('session_not_found')
		const attacker = { sub: `u-3-${auto}`, email: victim, email_verified: false }
		expect((await place.userOf(await place.signIn(attacker))).id).not.toBe(owner.id)
	})

	it('unlinking the email identity is refused when the next address belongs to another user', async () => {
		await member(`taken-${auto}@skerry.example`)
		const client = await member(`other-${auto}@skerry.example`)
		await link(client, {
			sub: `u-5-${auto}`,
			email: `taken-${auto}@skerry.example`,
			email_verified: false,
		})
		await expect(unlink(client, 'email')).rejects.toMatchObject({
			status: 422,
			code: 'email_conflict_identity_not_deletable',
			message: 'Unable to unlink identity due to email conflict',
		})
		expect((await client.auth.getUserIdentities()).data?.identities).toHaveLength(2)
	})
})
