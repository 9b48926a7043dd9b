import type { Page } from '@playwright/test'

/** Tells a page that it is hidden, as behind another tab, or shown again. What counts only while it is seen then waits. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
	await page.evaluate((hidden) => {
		Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
		document.dispatchEvent(new Event('visibilitychange'))
	}, isHidden)
}
