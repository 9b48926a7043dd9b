import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, fragmentOf, openFederationApp } from '#test/support/auth/federation-app.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('the callback of a provider', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp()
	})
	afterAll(() => place.close())

	const stateOf = (address: string) => new URL(address).searchParams.get('state') ?? ''
	const pkce = `&code_challenge=${'v'.repeat(64)}&code_challenge_method=plain`
	const isla = { sub: 'g-1', email: 'New@Skerry.example', email_verified: true, name: 'Isla' }

	it('the callback of a provider makes a user of a new person, with session and provider tokens', async () => {
		place.google.nextPerson = isla
		const { status, url } = await place.followCallback(await place.google.signIn(await place.authorizationUrl()))
		expect(status).toBe(302)
		expect([...fragmentOf(url).keys()]).toEqual([
			...['access_token', 'expires_at', 'expires_in', 'provider_refresh_token'],
			...['provider_token', 'refresh_token', 'sb', 'token_type'],
		])
		const user = await place.userOf(url)
		expect(user).toMatchObject({
			email: 'new@skerry.example',
			email_confirmed_at: expect.any(String),
			app_metadata: { provider: 'google', providers: ['google'] },
			user_metadata: {
				iss: place.google.issuer,
				sub: 'g-1',
				email: 'new@skerry.example',
				email_verified: true,
				phone_verified: false,
				full_name: 'Isla',
			},
			identities: [{ provider: 'google', id: 'g-1', identity_data: { sub: 'g-1' } }],
		})
		const again = await place.userOf(await place.signIn({ ...isla, name: 'Isla M.' }))
		expect(again.id).toBe(user.id)
		expect(again.user_metadata.full_name).toBe('Isla M.')
		expect(again.identities[0].identity_data.full_name).toBe('Isla M.')
	})

	it('a name that the person chose outlives later sign-ins by a provider', async () => {
		const una = { sub: 'g-name', email: 'una@skerry.example', email_verified: true, name: 'Una' }
		const bearer = fragmentOf(await place.signIn(una)).get('access_token') ?? ''
		await callAuth(place.app, 'PUT', '/user', { bearer, body: { data: { full_name: 'Una of Skerry' } } })
		const again = await place.userOf(
			await place.signIn({ ...una, name: 'U. Provider', picture: 'https://x.example/u' }),
		)
		expect(again.user_metadata).toMatchObject({ full_name: 'Una of Skerry', avatar_url: 'https://x.example/u' })
		expect(again.identities[0].identity_data.full_name).toBe('U. Provider')
	})

	it.each(['state', 'code', 'iss'])('the callback of a provider refuses a second %s', async (name) => {
		place.google.nextPerson = isla
		const address = await place.google.signIn(await place.authorizationUrl())
		const { status, url } = await place.followCallback(`${address}&${name}=${randomUUID()}`)
		expect([status, url.searchParams.get('error_code')]).toEqual([303, 'bad_oauth_callback'])
		// The state is unused, and the same answer without the addition signs in.
		const both = await place.followCallback(address)
		expect(fragmentOf(both.url).has('access_token')).toBe(true)
	})

	it('the callback of a provider gives a PKCE client a code, and the provider tokens with the session', async () => {
		const url = await place.signIn(
			{ sub: 'g-2', email: 'pkce@skerry.example', email_verified: true },
			`${pkce}&redirect_to=${encodeURIComponent(`${place.app.url}/?kept=1`)}`,
		)
		expect(url.hash).toBe('')
		expect([...url.searchParams.keys()]).toEqual(['kept', 'code'])
		const body = { auth_code: url.searchParams.get('code'), code_verifier: 'v'.repeat(64) }
		const [kept] = await asOwner<{ tokens: string }>(
			place.app.database,
			'select provider_access_token || provider_refresh_token as tokens from auth.flow_state where auth_code = $1',
			[body.auth_code],
		)
		const answer = await callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })
		expect(answer.body).toMatchObject({
			provider_token: expect.stringMatching(/^.{20,}$/),
			provider_refresh_token: expect.stringMatching(/^.{20,}$/),
			user: { email: 'pkce@skerry.example' },
		})
		// Provider tokens are stored encrypted, so a backup does not leak them.
		for (const name of ['provider_token', 'provider_refresh_token'])
			expect(kept?.tokens).not.toContain(answer.body[name])
	})

	it('the callback of a provider changes no code any more when the account is being taken back or its password changed', async () => {
		const person = { sub: 'g-9', email: 'late@skerry.example', email_verified: true }
		const url = await place.signIn(person, pkce)
		const owner = new pg.Client(place.app.database.owner)
		await owner.connect()
		await owner.query('begin')
		await owner.query("select from auth.users where email = 'late@skerry.example' for update")
		const body = { auth_code: url.searchParams.get('code'), code_verifier: 'v'.repeat(64) }
		const exchanging = callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })
		await expect
			.poll(() =>
				asOwner(
					place.app.database,
					`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
						and query like '%flow_state%'`,
				),
			)
			.toHaveLength(1)
		await owner.query(
			"delete from auth.flow_state where user_id = (select id from auth.users where email = 'late@skerry.example')",
		)
		await owner.query('commit')
		await owner.end()
		expect((await exchanging).body.code).toBe('flow_state_not_found')
	})

	it('the callback of a provider goes to the site, with the error in the query alone, when the state is none of ours', async () => {
		place.google.nextPerson = isla
		const used = await place.google.signIn(await place.authorizationUrl(pkce))
		await place.followCallback(used)
		const spent = await place.google.signIn(await place.authorizationUrl())
		await place.followCallback(spent)
		const late = await place.google.signIn(await place.authorizationUrl())
		await asOwner(
			place.app.database,
			"update auth.flow_state set created_at = now() - interval '6 minutes' where id = $1",
			[stateOf(late)],
		)
		const cases: [string, string, string][] = [
			[used, 'flow_state_already_used', 'State has already been used'],
			[spent, 'bad_oauth_state', 'OAuth state not found or expired'],
			[late, 'bad_oauth_state', 'OAuth state has expired'],
			['/callback?code=x', 'bad_oauth_callback', 'OAuth state parameter missing'],
			['/callback?error=access_denied', 'bad_oauth_callback', 'OAuth state parameter missing'],
			['/callback?code=x&state=one', 'bad_oauth_state', 'OAuth state parameter is invalid'],
			[`/callback?code=x&state=${randomUUID()}`, 'bad_oauth_state', 'OAuth state not found or expired'],
		]
		for (const [address, code, message] of cases) {
			const { status, url } = await place.followCallback(address)
			expect([status, url.origin, url.hash]).toEqual([303, place.app.url, ''])
			expect(errorOf(url)).toEqual({
				error: 'invalid_request',
				error_code: code,
				error_description: message,
			})
		}
	})

	it('the callback of a provider reports a failure in the query and in the fragment', async () => {
		const cases: [query: string, expected: Record<string, string>][] = [
			[
				'',
				{
					error: 'invalid_request',
					error_code: 'bad_oauth_callback',
					error_description: 'OAuth callback with missing authorization code missing',
				},
			],
			['&error=access_denied&error_description=No+%3Cb%3E', { error: 'access_denied', error_description: 'No <b>' }],
			[
				'&code=abcdefgh',
				{
					error: 'server_error',
					error_code: 'unexpected_failure',
					error_description: 'Unable to exchange external code: abcd',
				},
			],
		]
		for (const [query, expected] of cases) {
			const state = stateOf(await place.authorizationUrl())
			const { status, url } = await place.followCallback(`/callback?state=${state}${query}`)
			expect(status).toBe(302)
			expect(errorOf(url)).toEqual(expected)
			expect(Object.fromEntries(fragmentOf(url))).toEqual({ ...expected, sb: '' })
		}
	})

	it('the callback of a provider refuses new users while sign-up is closed, and lets known ones in', async () => {
		const closed = await openFederationApp({ SIGNUP: 'closed' }, place.app.database)
		const url = await closed.signIn({ sub: 'c-1', email: 'c@skerry.example', email_verified: true })
		expect(errorOf(url)).toEqual({
			error: 'access_denied',
			error_code: 'signup_disabled',
			error_description: 'Signups not allowed for this instance',
		})
		expect((await closed.userOf(await closed.signIn(isla))).email).toBe('new@skerry.example')
		await closed.close()
	})

	it('the callback of a provider refuses the banned', async () => {
		const person = { sub: 'b-1', email: 'banned@skerry.example', email_verified: true }
		const { id } = await place.userOf(await place.signIn(person))
		await place.app.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
		expect(errorOf(await place.signIn(person))).toEqual({
			error: 'access_denied',
			error_code: 'user_banned',
			error_description: 'User is banned',
		})
	})

	it('the callback of a provider needs an address, unless the provider may come without', async () => {
		const nobody = { sub: 'e-1', name: 'No Mail' }
		expect(errorOf(await place.signIn(nobody)).error_description).toBe(
			'Error getting user email from external provider',
		)
		const lenient = await openFederationApp({ OAUTH_GOOGLE_EMAIL_OPTIONAL: 'on' })
		const user = await lenient.userOf(await lenient.signIn(nobody))
		expect(user).toMatchObject({ email: '', user_metadata: { full_name: 'No Mail' } })
		expect((await lenient.userOf(await lenient.signIn(nobody))).id).toBe(user.id)
		await lenient.close()
	})

	it('the callback of a provider does not know a provider any more that the settings dropped meanwhile', async () => {
		const state = stateOf(await place.authorizationUrl())
		const other = await createTestApp({}, place.app.database)
		const answer = await callAuth(other, 'GET', `/callback?code=x&state=${state}`)
		expect(errorOf(new URL(answer.headers.get('location') ?? ''))).toMatchObject({
			error_code: 'oauth_provider_not_supported',
		})
		await other.close()
	})
})
