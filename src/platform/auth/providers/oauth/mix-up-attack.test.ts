import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { errorOf, type FederationApp, fragmentOf, openFederationApp } from '#test/support/auth/federation-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const anna = { sub: 'anna', email: 'anna@skerry.example', email_verified: true }
const mallory = { sub: 'mallory', email: 'mallory@evil.example', email_verified: true }

describe('two providers, one of them an attacker’s', () => {
	let place: FederationApp
	let evil: OpenIdProvider
	/** Requests to the attacker's token endpoint. */
	let caught: string[] = []
	beforeAll(async () => {
		evil = await startOpenIdProvider(
			{},
			{
				extend(provider) {
					provider.use(async (ctx, next) => {
						await next()
						if (ctx.oidc?.route === 'token') caught.push(JSON.stringify(ctx.oidc.body))
					})
				},
			},
		)
		place = await openFederationApp({
			OAUTH_EVIL_CLIENT_ID: clientCredentials.id,
			OAUTH_EVIL_CLIENT_SECRET: clientCredentials.secret,
			OAUTH_EVIL_ISSUER: evil.issuer,
		})
	})
	afterAll(async () => {
		await place.close()
		await evil.close()
	})
	beforeEach(() => {
		caught = []
	})

	const begin = async (provider: string, query = '') =>
		new URL((await place.open(`/authorize?provider=${provider}${query}`)).headers.get('location') ?? '')
	const knownUsers = () =>
		asOwner(place.app.database, 'select from auth.identities where provider_id in ($1, $2)', [anna.sub, mallory.sub])

	it('mix-up: a code of the honest provider is never sent to the attacker', async () => {
		const toEvil = await begin('evil')
		// The attacker sends the visitor on to the honest provider, with all that was meant for him.
		const toHonest = new URL(`${place.google.issuer}/auth`)
		toHonest.search = toEvil.search
		place.google.nextPerson = anna
		const { url } = await place.followCallback(await place.google.signIn(toHonest.href))
		expect(errorOf(url).error_description).toMatch(/^Unable to exchange external code: /)
		expect(caught).toEqual([])
		expect(await knownUsers()).toHaveLength(0)
	})

	it('mix-up, with the issuer cut away: the code is of no use to the attacker', async () => {
		const toEvil = await begin('evil')
		const toHonest = new URL(`${place.google.issuer}/auth`)
		toHonest.search = toEvil.search
		place.google.nextPerson = anna
		const back = new URL(await place.google.signIn(toHonest.href))
		back.searchParams.delete('iss')
		const { url } = await place.followCallback(back.href)
		expect(errorOf(url)).toHaveProperty('error_code')
		// The attacker starts a flow and presents the leaked code.
		const own = await begin('google')
		back.searchParams.set('state', own.searchParams.get('state') ?? '')
		back.searchParams.set('iss', place.google.issuer)
		const injected = await place.followCallback(back.href)
		expect(errorOf(injected.url).error_description).toMatch(/^Unable to exchange external code: /)
		expect(await knownUsers()).toHaveLength(0)
	})

	it('a state of one provider is not completed by another, even if it names the issuer', async () => {
		for (const iss of [evil.issuer, place.google.issuer, 'https://else.example', '']) {
			evil.nextPerson = mallory
			const back = new URL(await evil.signIn((await begin('evil')).href))
			back.searchParams.set('state', (await begin('google')).searchParams.get('state') ?? '')
			if (iss) back.searchParams.set('iss', iss)
			else back.searchParams.delete('iss')
			const { url } = await place.followCallback(back.href)
			expect(errorOf(url).error).toBe('server_error')
		}
		expect(await knownUsers()).toHaveLength(0)
	})

	it('a code that was stolen on its way back opens nothing in another sign-in', async () => {
		place.google.nextPerson = anna
		const stolen = new URL(await place.google.signIn((await begin('google')).href))
		const own = await begin('google')
		stolen.searchParams.set('state', own.searchParams.get('state') ?? '')
		const { url } = await place.followCallback(stolen.href)
		expect(errorOf(url).error_description).toMatch(/^Unable to exchange external code: /)
		expect(await knownUsers()).toHaveLength(0)
	})

	it('a token of one is not taken for one of the other', async () => {
		evil.forge = () => place.google.sign({ ...anna, nonce: 'known' })
		evil.nextPerson = mallory
		const back = await evil.signIn((await begin('evil', '&nonce=known')).href)
		const { url } = await place.followCallback(back)
		evil.forge = undefined
		expect(errorOf(url).error_description).toBe('Error getting user profile from external provider')
		const { body } = await callAuth(place.app, 'POST', '/token?grant_type=id_token', {
			body: { id_token: await place.google.sign(anna), provider: 'evil' },
		})
		expect(body).toEqual({ error: 'invalid request', error_description: 'Bad ID token' })
	})

	it('the same subject at both is two people', async () => {
		place.google.nextPerson = { ...anna, sub: 'same' }
		evil.nextPerson = { ...mallory, sub: 'same' }
		const one = await place.followCallback(await place.google.signIn((await begin('google')).href))
		const two = await place.followCallback(await evil.signIn((await begin('evil')).href))
		const [a, b] = [await place.userOf(one.url), await place.userOf(two.url)]
		expect(a.id).not.toBe(b.id)
	})

	it('of 20 that come back with one state at once, one gets in', async () => {
		place.google.nextPerson = anna
		const back = await place.google.signIn((await begin('google')).href)
		const ends = await Promise.all(Array.from({ length: 20 }, () => place.followCallback(back)))
		expect(ends.filter(({ url }) => fragmentOf(url).has('access_token'))).toHaveLength(1)
	})

	it('of 50 that redeem one code at once, one gets a session', async () => {
		place.google.nextPerson = anna
		const verifier = 'v'.repeat(64)
		const query = `&code_challenge=${verifier}&code_challenge_method=plain`
		const { url } = await place.followCallback(await place.google.signIn((await begin('google', query)).href))
		const body = { auth_code: url.searchParams.get('code'), code_verifier: verifier }
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })),
		)
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		for (const answer of answers.filter(({ status }) => status !== 200))
			expect([answer.status, answer.body.code]).toEqual([404, 'flow_state_not_found'])
	})
})
