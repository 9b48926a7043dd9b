import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import { errorOf, type Federation, fragmentOf, openFederation, password } from '#test/federation.ts'

/** A browser names the mode of each request, and sends the cookies that it was given. */
type Browser = { open(path: string): Promise<URL>; cookies: string[] }

describe('a visit to a provider belongs to the browser that began it', () => {
	let place: Federation
	beforeAll(async () => {
		place = await openFederation()
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
				browser.cookies.push(
					...answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? ''),
				)
				return new URL(answer.headers.get('location') ?? '')
			},
		}
		return browser
	}
	/** To the provider and to the callback's door. */
	async function visit(browser: Browser, sub: string, query = ''): Promise<string> {
		const page = await browser.open(`/authorize?provider=google${query}`)
		place.google.next = { sub, email: `${sub}@skerry.example`, email_verified: true }
		const back = await place.google.visit(page.href)
		return back.slice(back.indexOf('/callback'))
	}
	const refused = {
		error: 'invalid_request',
		error_code: 'bad_oauth_state',
		error_description: 'OAuth state parameter is invalid',
	}

	it('and ends there', async () => {
		const browser = openBrowser()
		const url = await browser.open(await visit(browser, 'own'))
		expect((await place.userOf(url)).email).toBe('own@skerry.example')
	})

	it('and not in a victim’s, who would be signed in as the attacker', async () => {
		const back = await visit(openBrowser(), 'mallory')
		const url = await openBrowser().open(back)
		expect(url.origin).toBe(place.app.url)
		expect(errorOf(url)).toEqual(refused)
		expect(url.hash).toBe('')
		// The state is spent: it does not help to come back with it elsewhere.
		expect(errorOf(await openBrowser().open(back)).error_code).toBe('flow_state_already_used')
	})

	it('also when both began one, and the states are swapped', async () => {
		const [mine, theirs] = [openBrowser(), openBrowser()]
		const [one, two] = [await visit(mine, 'mine'), await visit(theirs, 'theirs')]
		expect(errorOf(await mine.open(two))).toEqual(refused)
		expect(errorOf(await theirs.open(one))).toEqual(refused)
		const rows = await asOwner(
			place.app.database,
			"select from auth.users where email in ('mine@skerry.example', 'theirs@skerry.example')",
		)
		expect(rows).toHaveLength(0)
	})

	it('however many it has under way', async () => {
		const browser = openBrowser()
		const one = await visit(browser, 'tab-1')
		const two = await visit(browser, 'tab-2')
		for (const [back, email] of [
			[two, 'tab-2@skerry.example'],
			[one, 'tab-1@skerry.example'],
		] as const)
			expect((await place.userOf(await browser.open(back))).email).toBe(email)
	})

	it('so nobody’s identity is linked to an attacker’s account', async () => {
		await place.register('mallory@evil.example', true)
		const { data } = await place.app
			.client()
			.auth.signInWithPassword({ email: 'mallory@evil.example', password })
		const begun = await callAuth(
			place.app,
			'GET',
			'/user/identities/authorize?provider=google&skip_http_redirect=true',
			{ bearer: data.session?.access_token ?? '' },
		)
		place.google.next = { sub: 'anna', email: 'anna@skerry.example', email_verified: true }
		const back = await place.google.visit(begun.body.url)
		const victim = openBrowser()
		expect(errorOf(await victim.open(back.slice(back.indexOf('/callback'))))).toEqual(refused)
		const rows = await asOwner(
			place.app.database,
			"select from auth.identities where provider_id = 'anna'",
		)
		expect(rows).toHaveLength(0)
	})

	it('not so with a verifier: the client itself notices a code that it did not ask for', async () => {
		const pkce = `&code_challenge=${'m'.repeat(43)}&code_challenge_method=plain`
		const url = await openBrowser().open(await visit(openBrowser(), 'pkce', pkce))
		const body = { auth_code: url.searchParams.get('code'), code_verifier: 'v'.repeat(43) }
		const answer = await callAuth(place.app, 'POST', '/token?grant_type=pkce', { body })
		expect(answer.body.code).toBe('bad_code_verifier')
	})

	it('and programs that end a visit themselves need no cookie', async () => {
		const back = await visit(openBrowser(), 'program')
		const { url } = await place.comeBack(back)
		expect(fragmentOf(url).has('access_token')).toBe(true)
	})

	it('by a cookie that scripts cannot read and other hosts cannot set', async () => {
		const plain = await place.open('/authorize?provider=google')
		expect(plain.headers.get('set-cookie')).toMatch(
			/^sb-flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
		)
		const secure = await openFederation(
			{ SITE_URL: 'https://praise.example', OAUTH_GOOGLE_ISSUER: place.google.issuer },
			place.app.database,
		)
		const answer = await secure.open('/authorize?provider=google')
		expect(answer.headers.get('set-cookie')).toMatch(
			/^__Host-sb-flow=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
		)
		await secure.close()
	})

	it('and takes no mark that it did not make', async () => {
		const answer = await place.open('/authorize?provider=google', { cookie: 'sb-flow=chosen' })
		expect(answer.headers.get('set-cookie')).not.toContain('chosen')
	})
})
