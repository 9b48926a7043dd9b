import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openClient } from '#e2e/support/open-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-')))

async function signedIn(page: Page, url: string, { email, password }: TestSpace) {
	const client = await openClient(page, url)
	await client.evaluate(
		async ({ auth }, given) => {
			const { error } = await auth.signInWithPassword(given)
			if (error) throw error
		},
		{ email, password },
	)
	return client
}

test('a session has seven fields; its user has identities, factors and the username', async ({
	page,
	server,
	space,
}) => {
	const client = await signedIn(page, server.url, space)
	const { session, user } = await client.evaluate(async ({ auth }) => {
		await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
		return {
			session: (await auth.getSession()).data.session,
			user: (await auth.getUser()).data.user,
		}
	})
	expect(session).toMatchObject({
		access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
		refresh_token: expect.any(String),
		expires_at: expect.any(Number),
		expires_in: 3600,
		token_type: 'bearer',
		user: { email: space.email },
	})
	expect(user).toMatchObject({
		identities: [{ provider: 'email', identity_data: { email: space.email } }],
		factors: [{ factor_type: 'totp', friendly_name: 'Phone', status: 'unverified' }],
		user_metadata: { username: space.username },
	})
})

for (const status of [401, 403, 404])
	test(`signing out clears session and code verifier, although the server answers ${status}`, async ({
		page,
		server,
		space,
	}) => {
		const client = await signedIn(page, server.url, space)
		const [key = ''] = await stored(page)
		await page.evaluate((name) => {
			localStorage.setItem(`${name}-code-verifier`, JSON.stringify('verifier'))
		}, key)
		expect(await stored(page)).toHaveLength(2)
		await page.route('**/auth/v1/logout*', (route) =>
			route.fulfill({ status, json: { code: status, error_code: 'bad_jwt', msg: 'no' } }),
		)
		expect(await client.evaluate(async ({ auth }) => (await auth.signOut()).error)).toBeNull()
		expect(await stored(page)).toEqual([])
	})

test('a refresh is retried after 200 ms, then with doubled delays', async ({ page, server }) => {
	await page.clock.install()
	const client = await openClient(page, server.url)
	await page.clock.pauseAt(Date.now() + 60_000)
	const tries = await client.evaluateHandle(async ({ auth }) => {
		const seen: number[] = []
		const { fetch } = window
		Object.assign(auth, {
			fetch: (...given: Parameters<typeof fetch>) => {
				if (!String(given[0]).includes('grant_type=refresh_token')) return fetch(...given)
				seen.push(Date.now())
				return Promise.reject(new TypeError('no network'))
			},
		})
		auth.refreshSession({ refresh_token: 'whatever' })
		return seen
	})
	const pauses = () => tries.evaluate((seen) => seen.slice(1).map((at, index) => at - (seen[index] ?? 0)))
	for (let step = 0; step < 70; step++) await page.clock.runFor(200)
	const waited = await pauses()
	expect(waited.length).toBeGreaterThanOrEqual(6)
	for (const [index, pause] of waited.entries()) {
		const due = 200 * 2 ** index
		expect(pause).toBeGreaterThanOrEqual(due)
		expect(pause).toBeLessThan(due + 200)
	}
})

test('a refused refresh removes the session and emits SIGNED_OUT', async ({ page, server, space }) => {
	const client = await signedIn(page, server.url, space)
	const [key = ''] = await stored(page)
	const heard = await client.evaluate(async ({ auth }, name) => {
		const events: string[] = []
		auth.onAuthStateChange((event) => events.push(event))
		const session = JSON.parse(localStorage.getItem(name) ?? '{}')
		const old = {
			...session,
			refresh_token: 'spent',
			expires_at: Math.floor(Date.now() / 1000) - 10,
		}
		localStorage.setItem(name, JSON.stringify(old))
		const { data } = await auth.getSession()
		return { session: data.session, events }
	}, key)
	expect(heard.session).toBeNull()
	expect(heard.events).toContain('SIGNED_OUT')
	expect(await stored(page)).toEqual([])
})

test('a hidden page refreshes nothing, and refreshes at once when it is visible again', async ({
	page,
	server,
	space,
}) => {
	await page.clock.install()
	await signedIn(page, server.url, space)
	let refreshed = 0
	page.on('request', (request) => {
		if (request.url().includes('grant_type=refresh_token')) refreshed += 1
	})
	const show = (state: 'hidden' | 'visible') =>
		page.evaluate((now) => {
			Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
			window.dispatchEvent(new Event('visibilitychange'))
			document.dispatchEvent(new Event('visibilitychange'))
		}, state)
	await show('hidden')
	await page.clock.fastForward('59:00')
	await page.clock.runFor(120_000)
	expect(refreshed).toBe(0)
	await show('visible')
	await page.clock.runFor(1_000)
	await expect.poll(() => refreshed).toBe(1)
})

test('a visible page refreshes a session by timer before it expires', async ({ page, server, space }) => {
	await page.clock.install()
	await signedIn(page, server.url, space)
	const refreshed = page.waitForResponse((answer) => answer.url().includes('grant_type=refresh_token'))
	await page.clock.fastForward('58:00')
	await page.clock.runFor(60_000)
	expect((await refreshed).status()).toBe(200)
})

test('a session from a URL older than two minutes is accepted with a warning', async ({ page, server, space }) => {
	const { data } = await space.client.auth.refreshSession()
	const lines: string[] = []
	page.on('console', (line) => lines.push(`${line.type()} ${line.text()}`))
	const fragment = new URLSearchParams({
		access_token: data.session?.access_token ?? '',
		refresh_token: data.session?.refresh_token ?? '',
		token_type: 'bearer',
		expires_in: '3600',
		expires_at: String(Math.floor(Date.now() / 1000) + 3600 - 121),
	})
	const client = await openClient(page, server.url, `#${fragment}`)
	const email = await client.evaluate(async ({ auth }) => (await auth.getSession()).data.session?.user.email)
	expect(email).toBe(space.email)
	expect(lines.join()).toMatch(/warning .*was issued over 120s ago, URL could be stale/)
})
