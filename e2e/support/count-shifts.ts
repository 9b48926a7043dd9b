import type { Page } from '@playwright/test'

/**
 * Sums the layout shifts of a page from its next navigation on; every entry counts, including those after recent input.
 * @returns reads the sum
 */
export async function countShifts(tab: Page): Promise<() => Promise<number>> {
	await tab.addInitScript(() => {
		const shifts: number[] = []
		Object.assign(window, { shifts })
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	return () => tab.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))
}
