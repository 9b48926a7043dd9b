import type { Locator, Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'

/** A CSV file of rows, as a browser's dialog gives it. */
export const csvFile = (name: string, rows: readonly (readonly string[])[]) => ({
	name,
	mimeType: 'text/csv',
	buffer: Buffer.from(rows.map((row) => row.map(quote).join(',')).join('\r\n')),
})

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The bar at the end of the screen, with the counts and the button. */
export const dockOf = (page: Page): Locator => page.getByRole('region', { name: 'Import', exact: true })

/** Answers each question about a column by what its heading says, else leaves the column out, and waits for the counts. */
export async function answerQuestions(page: Page): Promise<void> {
	const dock = dockOf(page)
	await dock.waitFor()
	for (const question of await page.getByRole('radiogroup', { name: /^What .+ is$/ }).all())
		await question.getByText('Its heading says so').or(question.getByText('Leave it out')).first().click()
	await expect(dock.getByRole('button', { name: /^Import [\d,]+ testimonials?$/ })).toBeEnabled()
}

/** The line of a kind of change, by its title. */
export const changeOf = (page: Page, title: string): Locator =>
	page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) })

/** Begins the import, and waits for its page. */
export async function startImport(page: Page): Promise<void> {
	await dockOf(page)
		.getByRole('button', { name: /^Import [\d,]+ testimonials?$/ })
		.click()
	await expect(page.getByRole('heading', { level: 1, name: /^\d+ testimonials? came from / })).toBeVisible()
}
