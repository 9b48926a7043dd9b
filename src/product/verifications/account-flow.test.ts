import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientCredentials, type OpenIdProvider, startOpenIdProvider } from '#test/fakes/openid-provider.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, fragmentOf, openFederationApp } from '#test/support/auth/federation-app.ts'
import { accountField, openVisitor } from '#test/support/product/account-visitor.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp } from '#test/support/test-app.ts'

let place: FederationApp
let acme: OpenIdProvider
let space: SpaceFixture

beforeAll(async () => {
	acme = await startOpenIdProvider({ claims: { openid: ['sub'], email: ['email'], profile: ['name'] } })
	place = await openFederationApp({
		CUSTOM_PROVIDERS_ALLOW_PRIVATE: 'on',
		OAUTH_AWAY_CLIENT_ID: 'away',
		OAUTH_AWAY_CLIENT_SECRET: 'secret',
		OAUTH_AWAY_ISSUER: 'http://127.0.0.1:9',
		OAUTH_TOKENS_CLIENT_ID: 'tokens only',
		OAUTH_TOKENS_ISSUER: 'http://127.0.0.1:9',
	})
	await place.app.admin().auth.admin.customProviders.createProvider({
		identifier: 'custom:acme',
		name: 'Acme <b>\u202eInc',
		client_id: clientCredentials.id,
		client_secret: clientCredentials.secret,
		provider_type: 'oidc',
		issuer: acme.issuer,
		scopes: ['email', 'profile'],
	})
})
beforeEach(async () => {
	space = await createSpace(place.app.database)
})
afterAll(async () => {
	await place.close()
	await acme.close()
})

const maria = { sub: 'f-1', name: 'Maria Silva', email: 'maria.flow@skerry.example', email_verified: true }

/** Users and sessions of these tests. */
const signedIn = () =>
	place.app.sql(`select (select count(*) from auth.users where email like '%skerry.example') as users,
			(select count(*) from auth.identities where provider <> 'email') as identities,
			(select count(*) from auth.sessions) as sessions`)
const flows = () => place.app.sql('select id, authentication_method from auth.flow_state')
const accountOf = (address: string) => new URL(address, place.app.url).searchParams.get('account')

test('a form offers the providers of the settings and those that an administrator added', async () => {
	const { text } = await openVisitor(place).request(`/collect/${space.slug}`)
	const buttons = [...text.matchAll(/<button[^>]*form="sign-in"[^>]*>/g)].map(
		([button]) => /value="([^"]+)"/.exec(button)?.[1],
	)
	expect(buttons).toEqual(['google', 'away', 'custom:acme'])
	expect(text).toContain('Continue with <bdi>Acme &lt;b&gt;Inc</bdi>')
	const without = await createTestApp()
	const other = await createSpace(without.database)
	const page = await (await without.fetch(`${without.url}/collect/${other.slug}`)).text()
	expect(page).not.toContain('id="account"')
	expect(page).not.toContain('id="sign-in"')
	await without.close()
})

test('a GET of the address that starts the sign-in starts nothing', async () => {
	const visitor = openVisitor(place)
	for (const method of ['GET', 'HEAD']) {
		const { status, headers } = await visitor.request(`/collect/${space.slug}/account?provider=google`, { method })
		expect([status, headers.get('refresh'), headers.get('location')]).toEqual([404, null, null])
	}
	expect(await flows()).toEqual([])
})

test('a post of another site starts nothing', async () => {
	const origins: Record<string, string>[] = [
		{ 'sec-fetch-site': 'cross-site' },
		{ 'sec-fetch-site': 'same-site', origin: place.app.url },
		{ 'sec-fetch-site': 'none' },
	]
	for (const headers of origins) {
		const { answer } = await openVisitor(place).start(space.slug, {}, headers)
		expect([answer.status, answer.headers.get('location')]).toEqual([303, `/collect/${space.slug}`])
	}
	const body = new URLSearchParams({ provider: 'google' })
	for (const origin of ['https://evil.example', 'null', undefined]) {
		const headers = origin ? { origin } : {}
		const answer = await place.app.fetch(`${place.app.url}/collect/${space.slug}/account`, {
			method: 'POST',
			redirect: 'manual',
			body,
			headers,
		})
		expect([answer.status, answer.headers.get('location')]).toEqual([303, `/collect/${space.slug}`])
	}
	expect(await flows()).toEqual([])
})

test('a closed or unknown form and a provider that is not offered start nothing', async () => {
	const visitor = openVisitor(place)
	for (const provider of ['tokens', 'nothing', 'custom:none', '', 'google\u0000', 'email', 'saml']) {
		const { answer, url } = await visitor.start(space.slug, { provider })
		expect([answer.status, url]).toEqual([303, `/collect/${space.slug}?account=failed#account`])
	}
	expect((await visitor.start('no-such-form')).answer.status).toBe(404)
	await place.app.sql('update public.forms set is_open = false where id = $1', [space.form_id])
	expect((await visitor.start(space.slug)).url).toBe(`/collect/${space.slug}`)
	expect(await flows()).toEqual([])
})

test('a provider that cannot be reached leads back to the form, which says so', async () => {
	const visitor = openVisitor(place)
	const { url } = await visitor.start(space.slug, { provider: 'away', order: 'A1' })
	expect(url).toBe(`/collect/${space.slug}?order=A1&account=failed#account`)
	expect((await visitor.request(url)).text).toContain('The sign-in did not work.')
})

test('the provider is asked for name and address alone, with PKCE and a nonce', async () => {
	const { url } = await openVisitor(place).start(space.slug)
	const asked = Object.fromEntries(new URL(url).searchParams)
	expect(asked).toMatchObject({ scope: 'openid email profile', code_challenge_method: 'S256', response_type: 'code' })
	expect([asked.nonce, asked.code_challenge, asked.redirect_uri]).toEqual([
		expect.stringMatching(/^[\w-]{22}$/),
		expect.stringMatching(/^[\w-]{43}$/),
		`${place.app.url}/auth/v1/callback`,
	])
})

test('a visitor who cancels at the provider comes back to the form with a sentence', async () => {
	const visitor = openVisitor(place)
	const { url } = await visitor.start(space.slug, { i: 'kept' })
	const state = new URL(url).searchParams.get('state')
	const back = await visitor.request(`/auth/v1/callback?error=access_denied&state=${state}`)
	const address = back.headers.get('location') ?? ''
	expect([back.status, address]).toEqual([
		303,
		`${place.app.url}/collect/${space.slug}?i=kept&account=cancelled#account`,
	])
	const page = await visitor.request(address)
	expect(page.text).toContain('You did not sign in.')
	expect(accountField(page.text)).toBeUndefined()
})

test('a callback in another browser proves nothing, and does not give away the visitor’s link', async () => {
	const visitor = openVisitor(place)
	const callback = await visitor.comeBack((await visitor.start(space.slug, { i: 'secret' })).url, maria)
	const victim = openVisitor(place)
	for (const headers of [{}, { 'sec-fetch-mode': 'cors' }]) {
		const { url } = await visitor.start(space.slug, { i: 'secret' })
		const answer = await victim.request(await visitor.comeBack(url, maria), { headers })
		const address = answer.headers.get('location')
		expect(address).toBe(`${place.app.url}/collect/${space.slug}?account=failed#account`)
	}
	expect(accountOf((await visitor.request(callback)).headers.get('location') ?? '')).toMatch(/^[\w-]{100,}$/)
	expect(victim.cookies.size).toBe(0)
})

test('a state that proves an identity never signs anybody in', async () => {
	const before = await signedIn()
	const visitor = openVisitor(place)
	const { url } = await visitor.start(space.slug)
	const callback = await visitor.comeBack(url, maria)
	const [flow] = await place.app.sql<{ auth_code: string; provider_verifier: string }>(
		"select auth_code, provider_verifier from auth.flow_state where authentication_method = 'identity_proof'",
	)
	for (const code_verifier of [flow?.provider_verifier, 'v'.repeat(43), '']) {
		const body = { auth_code: flow?.auth_code, code_verifier }
		const { status } = await callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })
		expect(status).toBeGreaterThanOrEqual(400)
	}
	const back = await visitor.request(callback)
	const address = new URL(back.headers.get('location') ?? '')
	expect([fragmentOf(address).has('access_token'), address.searchParams.has('code')]).toEqual([false, false])
	// A second use of the state leads nowhere.
	const again = await visitor.request(callback)
	expect(new URL(again.headers.get('location') ?? '').searchParams.get('error_code')).toBe('bad_oauth_state')
	expect(await signedIn()).toEqual(before)
})

test('codes and states of a sign-in and of a proof cannot be exchanged for each other', async () => {
	const before = await signedIn()
	const visitor = openVisitor(place)
	const swapState = (callback: string, other: string) => {
		const url = new URL(callback)
		url.searchParams.set('state', new URL(other).searchParams.get('state') ?? '')
		return url.href
	}
	const toProve = (await visitor.start(space.slug)).url
	const toSignIn = (await visitor.request('/auth/v1/authorize?provider=google')).headers.get('location') ?? ''
	const proven = await visitor.comeBack(toProve, maria)
	const authorized = await visitor.comeBack(toSignIn, maria)
	const asSignIn = await visitor.request(swapState(proven, toSignIn))
	expect(fragmentOf(new URL(asSignIn.headers.get('location') ?? '')).has('access_token')).toBe(false)
	const asProof = await visitor.request(swapState(authorized, toProve))
	expect(accountOf(asProof.headers.get('location') ?? '')).toBe('failed')
	expect(await signedIn()).toEqual(before)
})

test('a state of more than five minutes, or of twenty callbacks at once, proves at most one identity', async () => {
	const visitor = openVisitor(place)
	const { url } = await visitor.start(space.slug)
	const callback = await visitor.comeBack(url, maria)
	const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.request(callback)))
	const statements = answers.filter(({ headers }) => accountOf(headers.get('location') ?? ''))
	expect(statements).toHaveLength(1)
	const late = await visitor.comeBack((await visitor.start(space.slug)).url, maria)
	await place.app.sql("update auth.flow_state set created_at = now() - interval '6 minutes'")
	expect(accountOf((await visitor.request(late)).headers.get('location') ?? '')).toBe('failed')
})

test('a provider that is disabled, or a form that is closed meanwhile, costs only the mark', async () => {
	const visitor = openVisitor(place)
	const { url } = await visitor.start(space.slug, { provider: 'custom:acme' })
	const callback = await visitor.comeBack(url, maria, acme)
	const providers = place.app.admin().auth.admin.customProviders
	await providers.updateProvider('custom:acme', { enabled: false })
	expect(accountOf((await visitor.request(callback)).headers.get('location') ?? '')).toBe('failed')
	await providers.updateProvider('custom:acme', { enabled: true })
	const second = await visitor.comeBack((await visitor.start(space.slug)).url, maria)
	await place.app.sql('update public.forms set is_open = false where id = $1', [space.form_id])
	const page = await visitor.request((await visitor.request(second)).headers.get('location') ?? '')
	expect([page.status, page.text.includes('Maria')]).toEqual([404, false])
})

test.each([
	['no name and no address', { sub: 'n-1' }, null, null],
	['no address', { sub: 'n-2', name: 'No Mail' }, 'No Mail', null],
	[
		'an unproven address',
		{ sub: 'n-3', name: 'Unproven', email: 'u@skerry.example', email_verified: false },
		'Unproven',
		null,
	],
	['markup', { sub: 'n-4', name: '<img src=x onerror=alert(1)>' }, '&lt;img src=x onerror=alert(1)&gt;', null],
	['control characters', { sub: 'n-5', name: '\u202eevil\u0007\u2066\nname' }, 'evil name', null],
	['10 KiB of a name', { sub: 'n-6', name: 'N'.repeat(10_240) }, 'N'.repeat(120), null],
	[
		'an invisible name',
		{ sub: 'n-7', name: '\u200f \u200b', email: 'blank@skerry.example', email_verified: true },
		null,
		'blank@skerry.example',
	],
	['a malformed address', { sub: 'n-8', name: 'Bad', email: 'a b@c<d>.example', email_verified: true }, 'Bad', null],
])('%s of a provider is shown as text, or left out', async (_, person, name, email) => {
	const visitor = openVisitor(place)
	const page = await visitor.request(await visitor.signIn(space.slug, person))
	expect(page.status).toBe(200)
	const shown = /<p class="signed">.*?<b>(.*?)<\/b>/.exec(page.text)?.[1]
	expect(shown).toBe(
		name ? `Signed in with <bdi>Google</bdi> as <bdi>${name}</bdi>` : 'Signed in with <bdi>Google</bdi>',
	)
	expect(/<input[^>]* name="email"[^>]*>/.exec(page.text)?.[0].includes(`value="${email}"`)).toBe(email !== null)
	expect(accountField(page.text)).toMatch(/^[\w-]{100,}$/)
})

test('the cookie of an account is HttpOnly and set for visitors who signed in alone', async () => {
	const visitor = openVisitor(place)
	await visitor.request(`/collect/${space.slug}`)
	expect(visitor.cookies.size).toBe(0)
	const callback = await visitor.comeBack((await visitor.start(space.slug)).url, maria)
	const cookie = (await visitor.request(callback)).headers.get('set-cookie')
	expect(cookie).toMatch(/^plaudit-account=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
	const unknown = await visitor.request(`/auth/v1/callback?code=x&state=${randomUUID()}`)
	expect(unknown.headers.getSetCookie()).toEqual([])
})
