import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openClient } from '#e2e/support/open-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

// Only a page is hidden and shown, has an address, and a clock that a test can stop.

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
