import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { signIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const hour = 3_600_000
const row = (page: Page, name: string) => page.locator('.inbox-row', { hasText: name })

/** Shifts the clock of every tab from now on and after reloads; it runs at normal speed. */
async function setWrong(context: BrowserContext, shift: number): Promise<void> {
	await context.addInitScript((first) => {
		const True = Date
		const now = () => True.now() + Number(localStorage.getItem('test-clock') ?? first)
		class Wrong extends True {
			constructor(...given: [number | string | Date] | []) {
				super(given.length === 0 ? now() : given[0])
			}
			static override now() {
				return now()
			}
		}
		Object.assign(globalThis, { Date: Wrong })
	}, shift)
}
/** Advances all tabs by hours at once, as when a computer sleeps. */
const sleep = (page: Page, to: number) =>
	page.evaluate((shift) => localStorage.setItem('test-clock', String(shift)), to)

/** The access token that all tabs share. */
const token = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
		return JSON.parse(localStorage.getItem(key) ?? '{}').access_token
	})

const turn = (page: Page, state: 'hidden' | 'visible') =>
	page.evaluate((to) => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, value: to })
		Object.defineProperty(document, 'hidden', { configurable: true, value: to === 'hidden' })
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
	}, state)

for (const [words, shift] of [
	['an hour ahead', hour],
	['an hour behind', -hour],
] as const)
	test(`with a clock ${words} a person signs in, stays signed in, and refreshes only when due`, async ({
		page,
		context,
		server,
		space,
	}) => {
		const refreshes: string[] = []
		context.on('request', (request) => {
			if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
		})
		const send = (name: string) =>
			submitTestimonial(server.url, space, { author: { name }, body: `${name} was there.` })
		await setWrong(context, shift)
		await send('Ada')
		await signIn(page, server.url, space)
		await page.getByRole('link', { name: /^Inbox/ }).click()
		await expect(row(page, 'Ada')).toBeVisible()
		await page.reload()
		await expect(row(page, 'Ada')).toBeVisible()
		const second = await context.newPage()
		await second.goto(`${server.url}/dashboard/inbox`)
		await expect(row(second, 'Ada')).toBeVisible()
		await send('Bela')
		await expect(row(page, 'Bela')).toBeVisible()
		await expect(row(second, 'Bela')).toBeVisible()
		await second.keyboard.press('a')
		await expect(row(page, 'Ada')).toHaveCount(0)
		expect(refreshes).toHaveLength(0)

		// The access token's hour passes: the first request refreshes it for both tabs.
		const first = await token(page)
		await sleep(page, shift + hour)
		await row(page, 'Bela').getByRole('link').click()
		await page.keyboard.press('a')
		await expect(row(page, 'Bela')).toHaveCount(0)
		await expect.poll(() => token(second)).not.toBe(first)
		await send('Cyra')
		for (const tab of [page, second]) {
			await tab.reload()
			await expect(row(tab, 'Cyra')).toBeVisible()
		}
		// The other tab's own timer may have come due at the same moment.
		const due = refreshes.length
		expect(due).toBeGreaterThanOrEqual(1)
		expect(due).toBeLessThanOrEqual(2)

		// Both tabs slept for longer than the token lives.
		const before = await token(page)
		for (const tab of [page, second]) await turn(tab, 'hidden')
		await sleep(page, shift + 4 * hour)
		for (const tab of [page, second]) await turn(tab, 'visible')
		await expect.poll(() => token(page)).not.toBe(before)
		await send('Dora')
		for (const tab of [page, second]) {
			await tab.reload()
			await expect(row(tab, 'Dora')).toBeVisible()
		}
		// Both woke at once, so each may have sent one request.
		expect(refreshes.length - due).toBeLessThanOrEqual(2)
		await page.goto(`${server.url}/dashboard/account`)
		await expect(page.getByRole('region', { name: 'Sessions' }).getByText('This one')).toBeVisible()
	})
