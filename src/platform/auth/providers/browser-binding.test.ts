import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import {
	errorOf,
	type FederationApp,
	fragmentOf,
	openFederationApp,
	password,
} from '#test/support/auth/federation-app.ts'
import { asOwner } from '#test/support/test-database.ts'

/** A browser names the mode of each request, and sends the cookies that it was given. */
type Browser = { open(path: string): Promise<URL>; cookies: string[] }

describe('binding a provider flow to the browser', () => {
	let place: FederationApp
	beforeAll(async () => {
		place = await openFederationApp()
	})
	afterAll(() => place.close())

	function openBrowser(): Browser {
		const browser: Browser = {
			cookies: [],
			async open(path) {
				const answer = await place.open(path, {
					'sec-fetch-mode': 'navigate',
					cookie: browser.cookies.join('; '),
				})
				browser.cookies.push(...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''))
				return new URL(answer.headers.get('location') ?? '')
			},
		}
		return browser
	}
	/** Follows the flow to the provider and up to the callback. */
	async function signInAtProvider(browser: Browser, sub: string, query = ''): Promise<string> {
		const page = await browser.open(`/authorize?provider=google${query}`)
		place.google.nextPerson = { sub, email: `${sub}@skerry.example`, email_verified: true }
		const back = await place.google.signIn(page.href)
		return back.slice(back.indexOf('/callback'))
	}
	const refused = {
		error: 'invalid_request',
		error_code: 'bad_oauth_state',
		error_description: 'OAuth state parameter is invalid',
	}

	it('a provider flow is completed by the browser that started it', async () => {
		const browser = openBrowser()
		const url = await browser.open(await signInAtProvider(browser, 'own'))
		expect((await place.userOf(url)).email).toBe('own@skerry.example')
	})

	it('a provider flow is not completed in a victim’s browser', async () => {
		const back = await signInAtProvider(openBrowser(), 'mallory')
		const url = await openBrowser().open(back)
		expect(url.origin).toBe(place.app.url)
		expect(errorOf(url)).toEqual(refused)
		expect(url.hash).toBe('')
		// The state is spent: it does not help to come back with it elsewhere.
		expect(errorOf(await openBrowser().open(back)).error_code).toBe('flow_state_already_used')
	})

	it('swapped states of two browsers are refused', async () => {
		const [mine, theirs] = [openBrowser(), openBrowser()]
		const [one, two] = [await signInAtProvider(mine, 'mine'), await signInAtProvider(theirs, 'theirs')]
		expect(errorOf(await mine.open(two))).toEqual(refused)
		expect(errorOf(await theirs.open(one))).toEqual(refused)
		const rows = await asOwner(
			place.app.database,
			"select from auth.users where email in ('mine@skerry.example', 'theirs@skerry.example')",
		)
		expect(rows).toHaveLength(0)
	})

	it('a browser completes each of several concurrent provider flows', async () => {
		const browser = openBrowser()
		const one = await signInAtProvider(browser, 'tab-1')
		const two = await signInAtProvider(browser, 'tab-2')
		for (const [back, email] of [
			[two, 'tab-2@skerry.example'],
			[one, 'tab-1@skerry.example'],
		] as const)
			expect((await place.userOf(await browser.open(back))).email).toBe(email)
	})

	it('a victim’s identity is not linked to an attacker’s account', async () => {
		await place.register('mallory@evil.example', true)
		const { data } = await place.app.client().auth.signInWithPassword({ email: 'mallory@evil.example', password })
		const begun = await callAuth(
			place.app,
			'GET',
			'/user/identities/authorize?provider=google&skip_http_redirect=true',
			{ bearer: data.session?.access_token ?? '' },
		)
		place.google.nextPerson = { sub: 'anna', email: 'anna@skerry.example', email_verified: true }
		const back = await place.google.signIn(begun.body.url)
		const victim = openBrowser()
		expect(errorOf(await victim.open(back.slice(back.indexOf('/callback'))))).toEqual(refused)
		const rows = await asOwner(place.app.database, "select from auth.identities where provider_id = 'anna'")
		expect(rows).toHaveLength(0)
	})

	it('a provider flow with PKCE needs no browser binding', async () => {
		const pkce = `&code_challenge=${'m'.repeat(43)}&code_challenge_method=plain`
		const url = await openBrowser().open(await signInAtProvider(openBrowser(), 'pkce', pkce))
		const body = { auth_code: url.searchParams.get('code'), code_verifier: 'v'.repeat(43) }
		const answer = await callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })
		expect(answer.body.code).toBe('bad_code_verifier')
	})

	it('clients that are no browsers need no cookie to complete a provider flow', async () => {
		const back = await signInAtProvider(openBrowser(), 'program')
		const { url } = await place.followCallback(back)
		expect(fragmentOf(url).has('access_token')).toBe(true)
	})

	it('the cookie of a provider flow is HttpOnly and bound to the host', async () => {
		const plain = await place.open('/authorize?provider=google')
		expect(plain.headers.get('set-cookie')).toMatch(/^sb-flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
		const secure = await openFederationApp(
			{ SITE_URL: 'https://praise.example', OAUTH_GOOGLE_ISSUER: place.google.issuer },
			place.app.database,
		)
		const answer = await secure.open('/authorize?provider=google')
		expect(answer.headers.get('set-cookie')).toMatch(
			/^__Host-sb-flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
		)
		await secure.close()
	})

	it('a malformed cookie of a provider flow is replaced', async () => {
		const answer = await place.open('/authorize?provider=google', { cookie: 'sb-flow=chosen' })
		expect(answer.headers.get('set-cookie')).not.toContain('chosen')
	})
})
