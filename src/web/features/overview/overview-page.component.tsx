import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DailyNumbers } from '#shared/daily-numbers.ts'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

test('a new space is shown what to do next, and its numbers are zeros', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen('overview')
	await expect.element(page.getByRole('heading', { level: 1, name: 'No testimonial reached you' })).toBeVisible()
	await expect.element(page.getByText('Nothing. Everything is decided.')).toBeVisible()
	await expect.element(page.getByText(/^Nothing arrived yet/)).toBeVisible()
	await expect.element(page.getByRole('img', { name: /^Form views by day, .* to today: 0 in all/ })).toBeVisible()
	await page.getByRole('link', { name: 'Share your form' }).click()
	await expect.poll(() => location.pathname).toBe('/dashboard/start')
})

test('an address with an unknown form and number of days shows all of 28 days', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen(`overview?of=form:${crypto.randomUUID()}&days=1000`)
	await expect.element(page.getByRole('combobox', { name: 'Form or wall' })).toHaveValue('all')
	await expect.element(page.getByRole('button', { name: '28 days' })).toHaveAttribute('aria-pressed', 'true')
})

const today = (change: Partial<DailyNumbers>): DailyNumbers => ({
	day: new Date().toISOString().slice(0, 10),
	form_id: null,
	wall_id: null,
	form_views: 0,
	starts: 0,
	sends: 0,
	approved: 0,
	wall_views: 0,
	embed_views: 0,
	...change,
})

for (const width of [360, 1280])
	test(`the numbers are shown as charts and as a table, of all or of one wall, at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerRows('forms', [{ id: 'f', name: 'Testimonials' }])
		answerRows('walls', [{ id: 'w', name: 'Shop' }])
		answer({
			'POST /rest/v1/rpc/space_numbers': () => [
				today({ form_id: 'f', form_views: 1, starts: 1, sends: 1 }),
				today({ wall_id: 'w', wall_views: 1 }),
			],
		})
		await openScreen('overview')
		await expect.element(page.getByRole('heading', { level: 1, name: '1 testimonial reached you' })).toBeVisible()
		for (const name of ['Form views', 'Starts', 'Sends', 'Wall views'])
			await expect.element(page.getByRole('img', { name: new RegExp(`^${name} by day, .*: 1 in all`) })).toBeVisible()
		await page.getByRole('button', { name: 'Table' }).click()
		await expect.element(page.getByRole('row', { name: /^Today, so far 1 1 1 0 1 0/ })).toBeVisible()
		await expectAccessible()
		await page.getByRole('combobox', { name: 'Form or wall' }).selectOptions('wall:w')
		await expect.element(page.getByRole('heading', { level: 1, name: 'Your wall was seen 1 time' })).toBeVisible()
		await page.getByRole('button', { name: '7', exact: true }).click()
		await expect.element(page.getByText(/^In the last 7 days, on its own page and on your sites\./)).toBeVisible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
	})
