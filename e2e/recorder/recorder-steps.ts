import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'

/** A button by its whole name, or a part of it. */
export const button = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name, exact: typeof name === 'string' })

/** From the tap to a running recording of at least `seconds`. */
export async function record(page: Page, seconds: number) {
	await button(page, 'Record').click()
	await startWithoutCountdown(page)
	await expectRecorded(page, seconds)
}

/** Starts a recording and ends its countdown as soon as it appears: its button is there for three seconds only. */
export async function startWithoutCountdown(page: Page, start = 'Start recording') {
	await expect(button(page, start)).toBeVisible()
	await pressAtOnce(page, 'Start now')
	await button(page, start).click()
}

/** Waits until at least some seconds, fewer than ten, are recorded: a busy machine shows the exact one too briefly. */
export const expectRecorded = (page: Page, seconds: number, limit = '') =>
	expect(page.getByRole('heading', { name: new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d) of ${limit}`) })).toBeVisible()

/** The take that the page was given. */
export async function usedTake(page: Page) {
	await expect(page.locator('#log')).toContainText('accepted', { timeout: 120_000 })
	return JSON.parse((await page.locator('#log').textContent()) ?? '')
}

/** Presses a button in the moment in which it appears. */
export const pressAtOnce = (page: Page, name: string) =>
	page.evaluate((text) => {
		const press = () => {
			const found = [...document.querySelectorAll('button')].find(
				(one) => (one.ariaLabel ?? one.textContent.trim()) === text,
			)
			if (!found) return
			observer.disconnect()
			found.click()
		}
		const observer = new MutationObserver(press)
		observer.observe(document, { subtree: true, childList: true })
	}, name)
