import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerInbox, openedName, openInbox } from '#test/support/components/inbox.ts'

/** Counts on the screen that stand in more than one line, reach beyond the page, or lack the separator of thousands. */
const brokenCounts = (): string[] =>
	[...document.querySelectorAll<HTMLElement>('.ui-count, .inbox-pos, .inbox-bulk strong')]
		.filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 0)
		.filter((one) => {
			const range = document.createRange()
			// The rest of the text is for screen readers.
			range.selectNode(one.firstChild ?? one)
			const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)))
			const { left, right } = one.getBoundingClientRect()
			return lines.size > 1 || left < 0 || right > window.innerWidth || /\d{4}/.test(one.textContent ?? '')
		})
		.map((one) => one.textContent ?? '')

for (const width of [320, 360, 390, 720, 1280])
	test(`counts over a thousand stay in one line with their separator at ${width} pixels`, async () => {
		await page.viewport(width, 800)
		answerInbox(Array.from({ length: 1204 }, (_, at) => ({ author_name: `Ada ${at}` })))
		await openInbox()
		const heading = page.getByRole('heading', { level: 1, name: 'Pending 1,204' })
		await expect.element(heading).toBeVisible()
		const title = () => heading.element().getBoundingClientRect()
		expect(title().height).toBeLessThan(34)
		expect(brokenCounts()).toEqual([])
		expect(document.documentElement.scrollWidth).toBe(width)
		const buttons = [...document.querySelectorAll('.inbox-list-line button')].filter((one) => one.checkVisibility())
		for (const one of buttons) expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(width)

		await page.getByRole('link', { name: 'Ada 1203' }).click()
		await expect.element(openedName).toHaveTextContent('Ada 1203')
		if (width >= 360) await expect.element(page.getByText('1 of 1,204')).toBeVisible()
		expect(brokenCounts()).toEqual([])
		expect(document.documentElement.scrollWidth).toBe(width)
		await page.viewport(1280, 800)
	})
