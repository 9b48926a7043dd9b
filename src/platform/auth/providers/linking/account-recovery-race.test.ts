import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthResponse, callAuth } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { asOwner } from '#test/support/test-database.ts'

/** An attacker who never stops asking must not slip anything in while the owner takes the account. */
describe('an account that is reclaimed during an attack', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp({
			MAIL_AUTOCONFIRM: 'on',
			SMS_TEST_OTP: '15550007777=123456',
			DATABASE_POOL: '12',
		})
	})
	afterAll(() => place.close())

	/** Sends requests of the attacker's, and lets the owner in by Google while they are on their way. */
	async function race(email: string, attack: (bearer: string) => Promise<AuthResponse>[]) {
		const { data } = await place.app.client().auth.signUp({ email, password })
		const bearer = data.session?.access_token ?? ''
		place.google.nextPerson = { sub: email, email, email_verified: true }
		const back = await place.google.signIn(await place.authorizationUrl())
		const attacks = attack(bearer)
		await place.followCallback(back)
		await Promise.all(attacks)
	}
	const put = (bearer: string, body: unknown) => callAuth(place.app, 'PUT', '/user', { bearer, body })

	it('an account that is reclaimed during an attack has no password of the attacker', async () => {
		for (let round = 0; round < 5; round++) {
			const email = `password-${round}@skerry.example`
			await race(email, (bearer) => [1, 2, 3].map((count) => put(bearer, { password: `a kelp forest ${count}` })))
			const [row] = await asOwner<{ encrypted_password: string | null }>(
				place.app.database,
				'select encrypted_password from auth.users where email = $1',
				[email],
			)
			expect(row?.encrypted_password).toBeNull()
		}
	})

	it('an account that is reclaimed during an attack has no change of address or number under way', async () => {
		for (let round = 0; round < 5; round++) {
			const email = `change-${round}@skerry.example`
			await race(email, (bearer) => [
				put(bearer, { email: `mallory-${round}@evil.example` }),
				put(bearer, { phone: '15550007777' }),
				put(bearer, { data: { note: 'https://evil.example' } }),
			])
			const [row] = await asOwner<Record<string, unknown>>(
				place.app.database,
				`select email_change, phone_change, raw_user_meta_data ->> 'note' as note,
					(select count(*)::int from auth.one_time_tokens t where t.user_id = u.id) as tokens
				from auth.users u where email = $1`,
				[email],
			)
			expect(row).toEqual({ email_change: null, phone_change: null, note: null, tokens: 0 })
		}
	})

	it('an account that is reclaimed during an attack has no identity of the attacker', async () => {
		for (let round = 0; round < 5; round++) {
			const email = `linked-${round}@skerry.example`
			const id_token = await place.google.sign({
				sub: `mallory-${round}`,
				email: `mallory-${round}@evil.example`,
				email_verified: true,
			})
			await race(email, (bearer) => [
				callAuth(place.app, 'POST', '/token?grant_type=id_token', {
					bearer,
					body: { id_token, provider: 'google', link_identity: true },
				}),
			])
			const rows = await asOwner(
				place.app.database,
				`select provider_id from auth.identities i join auth.users u on u.id = i.user_id
				where u.email = $1`,
				[email],
			)
			expect(rows).toEqual([{ provider_id: email }])
		}
	})
})
