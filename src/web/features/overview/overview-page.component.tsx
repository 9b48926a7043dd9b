import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import type { Arrival } from './use-overview.ts'

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const counted = (change: Partial<DailyNumbers>): DailyNumbers => ({
	day: dayBefore(0),
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
const arrival = (change: Partial<Arrival> = {}): Arrival => ({
	id: '33333333-3333-4333-8333-333333333333',
	title: 'One loaf, and then every week',
	body: 'I came for one loaf on a wet Tuesday.',
	kind: 'text',
	rating: 5,
	locale: 'en',
	author_name: 'Finn Oyelaran-Marsh',
	author_title: 'Bus driver',
	author_company: null,
	submitted_at: new Date().toISOString(),
	status: 'pending',
	spam_state: 'clean',
	source: 'form',
	live_scope: 'public',
	...change,
})
const answerNumbers = (...rows: DailyNumbers[]) => answer({ 'POST /rest/v1/rpc/space_numbers': () => rows })
const sources = () => {
	answerRows('forms', [
		{ id: 'f', name: 'After a visit', slug: 'visit' },
		{ id: 'g', name: 'Evening course', slug: 'course' },
		{ id: 'h', name: 'بالعربية', slug: 'arabic' },
	])
	answerRows('walls', [{ id: 'w', name: 'Shop', slug: 'shop' }])
}

test('a new space is shown the next step and one sentence, and no empty charts', async () => {
	answerRows('forms', [{ id: 'f', name: 'Testimonials', slug: 'bakery' }])
	answerNumbers()
	await openScreen('overview')
	await expect.element(page.getByRole('heading', { level: 1, name: 'No testimonial yet' })).toBeVisible()
	await expect.element(page.getByText('Nobody has opened your form yet.')).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Copy the form’s link' })).toBeVisible()
	expect(page.getByRole('img', { name: /by day/ }).elements()).toHaveLength(0)
	await expectAccessible()
	await page.getByRole('link', { name: 'Share your form' }).click()
	await expect.poll(() => location.pathname).toBe('/dashboard/start')
})

for (const width of [320, 1280])
	test(`the first testimonial is shown large and approved in place at ${width} px`, async () => {
		await page.viewport(width, 800)
		let row = arrival()
		answerRows('testimonials', () => [row])
		answerRows('forms', [{ id: 'f', name: 'Testimonials', slug: 'bakery' }])
		answer({
			'PATCH /rest/v1/testimonials': () => {
				row = arrival({ status: 'approved' })
				return [{ id: row.id }]
			},
		})
		answerNumbers(counted({ form_id: 'f', form_views: 9, starts: 2, sends: 1 }))
		await openScreen('overview')
		await expect.element(page.getByRole('heading', { level: 1, name: 'Your first testimonial is here' })).toBeVisible()
		await expect.element(page.getByText('Your form was opened 9 times, 2 began, 1 sent.')).toBeVisible()
		await expect.element(page.getByRole('img', { name: /^Form views by day, .*: 9 in all/ })).toBeVisible()
		expect(page.getByRole('img', { name: /by day/ }).elements()).toHaveLength(1)
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await page.getByRole('button', { name: 'Approve' }).click()
		await expect
			.element(page.getByRole('heading', { level: 1, name: 'Your first testimonial is approved' }))
			.toBeVisible()
		expect(await sentRequests('PATCH /rest/v1/testimonials')[0]?.json()).toEqual({ status: 'approved' })
	})

test('a first testimonial without consent to publishing is not said to appear on a wall, and a viewer decides nothing', async () => {
	answerRows('testimonials', [arrival({ live_scope: 'private' })])
	answerNumbers()
	await openScreen('overview')
	await expect.element(page.getByText(/approved, it still stays private\./)).toBeVisible()
	history.replaceState(null, '', '/dashboard')
	await openScreen('overview', 'viewer')
	await expect.element(page.getByRole('link', { name: 'Open in the inbox' }).last()).toBeVisible()
})

test('an address with an unknown form and number of days shows all of 28 days', async () => {
	answerRows('testimonials', [arrival(), arrival({ id: crypto.randomUUID() })])
	answerNumbers()
	await openScreen(`overview?of=form:${crypto.randomUUID()}&days=1000`)
	await expect.element(page.getByRole('combobox', { name: 'Form or wall' })).toHaveValue('all')
	await expect.element(page.getByRole('button', { name: '28 days' })).toHaveAttribute('aria-pressed', 'true')
})

for (const width of [320, 360, 1280])
	test(`the steps stand on one scale with shares and counts, and forms and walls are ranked at ${width} px`, async () => {
		await page.viewport(width, 800)
		sources()
		answerRows('testimonials', [arrival(), arrival({ id: crypto.randomUUID() })])
		answerNumbers(
			counted({ form_id: 'f', form_views: 4971, starts: 200, sends: 50, approved: 36 }),
			counted({ form_id: 'g', form_views: 100, starts: 20, sends: 10, approved: 4 }),
			counted({ form_id: 'h', form_views: 31 }),
			counted({ wall_id: 'w', wall_views: 94, embed_views: 1428 }),
			counted({ day: dayBefore(30), form_id: 'f', form_views: 2551, starts: 51, sends: 51, approved: 60 }),
		)
		await openScreen('overview')
		await expect.element(page.getByRole('heading', { level: 1, name: '60 testimonials reached you' })).toBeVisible()
		const steps = () => [...document.querySelectorAll('.overview-funnel > div')].map((step) => step.textContent)
		await expect
			.poll(steps)
			.toEqual([
				'Views5,1022,551 before',
				'Starts2204% begin220 of 5,102 views; 2% before',
				'Sends6027% send60 of 220 starts; 100% before',
				'Approved4067% approved40 of 60 sends; 60 before; 2 wait',
			])
		const sizes = [...document.querySelectorAll<HTMLElement>('.overview-track i')].map((bar) => bar.style.inlineSize)
		expect(sizes[0]).toBe('100%')
		expect(Number.parseFloat(sizes[1] ?? '')).toBeCloseTo(50)
		const ranked = (name: string) =>
			page
				.getByRole('region', { name })
				.getByRole('listitem')
				.elements()
				.map((row) => row.textContent)
		expect(ranked('Best form')).toEqual([
			'Evening course10 of 100 views10%',
			'After a visit50 of 4,971 views1%',
			'بالعربية0 of 31 views: not ranked0',
		])
		expect(ranked('Best wall')).toEqual(['Shop1,428 on sites, 94 on its own page1,522'])
		const tops = ['#waiting-title', '#funnel-title'].map(
			(id) => document.querySelector(id)?.getBoundingClientRect().top,
		)
		if (width < 1020) expect(tops[0]).toBeLessThan(tops[1] ?? 0)
		for (const count of document.querySelectorAll('.overview-count, .overview-value'))
			expect(count.getBoundingClientRect().height).toBeLessThan(45)
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
	})

for (const width of [360, 1280])
	test(`one measure by day is chosen, shown as a table, and of one wall at ${width} px`, async () => {
		await page.viewport(width, 800)
		sources()
		answerRows('testimonials', [arrival(), arrival({ id: crypto.randomUUID() })])
		answerNumbers(
			counted({ form_id: 'f', form_views: 1, starts: 1, sends: 1 }),
			counted({ wall_id: 'w', wall_views: 1 }),
		)
		await openScreen('overview')
		await expect.element(page.getByRole('img', { name: /^Sends by day, .*: 1 in all/ })).toBeVisible()
		await page.getByRole('button', { name: 'Views', exact: true }).click()
		await expect.element(page.getByRole('img', { name: /^Form views by day, .*: 1 in all/ })).toBeVisible()
		await page.getByRole('button', { name: 'Table' }).click()
		await expect.element(page.getByRole('row', { name: /^Today, so far 1 1 1 0 1 0/ })).toBeVisible()
		await expectAccessible()
		await page.getByRole('combobox', { name: 'Form or wall' }).selectOptions('wall:w')
		await expect.element(page.getByRole('heading', { level: 1, name: 'Your wall was seen 1 time' })).toBeVisible()
		await page.getByRole('button', { name: 'On sites' }).click()
		await expect.element(page.getByRole('img', { name: /^Embed views by day, .*: 0 in all/ })).toBeVisible()
		await page.getByRole('button', { name: '7', exact: true }).click()
		await expect.element(page.getByText(/^In the last 7 days, on its own page and on your sites\./)).toBeVisible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
	})
