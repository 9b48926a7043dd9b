import type { BrowserContext, Page } from '@playwright/test'
import { submit } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './signed-in.ts'

const hour = 3_600_000
const row = (page: Page, name: string) => page.locator('.inbox-row', { hasText: name })

/** Sets the clock of every tab wrong, from now on and after reloads; it goes on at its usual pace. */
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
/** Lets hours go by at once in all tabs, as they do while a computer sleeps. */
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
	test(`with a clock ${words} one signs in, stays in, and renews no more than is due`, async ({
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
			submit(server.url, space, { author: { name }, body: `${name} was there.` })
		await setWrong(context, shift)
		await send('Ada')
		await signIn(page, server.url, space)
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

		// The hour of the access token passes: whoever acts first renews it, for both.
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
		expect(refreshes).toHaveLength(1)

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
		// Both woke at the same moment, so each may have asked, once.
		expect(refreshes.length).toBeLessThanOrEqual(3)
		await page.goto(`${server.url}/dashboard/account`)
		await expect(page.getByRole('region', { name: 'Sessions' }).getByText('This one')).toBeVisible()
	})
