import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerForm } from '#test/support/components/form-answers.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'

const field = page.getByPlaceholder('Search or jump to')
const group = page.getByRole('group', { name: /Testimonials/ })
const marks = () =>
	[...document.querySelectorAll('.shell-found-words mark, .shell-found-about mark')].map((mark) => mark.textContent)

const foundItem = (change: Partial<InboxItem> = {}): InboxItem =>
	createSampleItem('77777777-7777-4777-8777-777777777777', 10, {
		space_id: space.id,
		body: 'They raised the wheel and never once called me dear.',
		author_name: 'Greta Lindholm',
		author_company: 'Catherine Bakery',
		status: 'approved',
		...change,
	})

/** The server finds these testimonials, whatever is asked for. */
function answerSearch(items: InboxItem[]): void {
	answer({ 'POST /rest/v1/rpc/search_testimonials': () => items.map(({ id }) => ({ id, rank: 1 })) })
	answerRows('testimonials', items)
}

async function openPalette(path = 'forms') {
	answerForm()
	await openScreen(path)
	await page.getByRole('heading', { level: 1 }).first().findElement()
	await userEvent.keyboard('{Control>}k{/Control}')
	await field.findElement()
}

beforeEach(() => page.viewport(1280, 800))

test('the palette marks what was found in words, name and company, and opens the testimonial', async () => {
	answerSearch([foundItem()])
	await openPalette()
	await field.fill('WHEEL')
	await expect.element(group.getByRole('option')).toHaveLength(1)
	await expect.poll(marks).toEqual(['wheel'])
	await expect.element(group).toMatchTextContent('Greta Lindholm, Catherine Bakery, approved')
	expect(await sentRequests('POST /rest/v1/rpc/search_testimonials').at(-1)?.json()).toMatchObject({
		space_id: space.id,
		query: 'WHEEL',
	})
	await field.fill('bakery')
	await expect.poll(marks).toEqual(['Bakery'])
	answerSearch([foundItem({ body: 'علّمتني أن أصغي إلى الطين قبل العجلة.', author_name: 'ليلى الحسيني', locale: 'ar' })])
	await field.fill('العجلة')
	await expect.poll(marks).toEqual(['العجلة'])
	expect(getComputedStyle(document.querySelector('.shell-found-words') as Element).direction).toBe('rtl')
	await expectAccessible()
	answerSearch([])
	await field.fill('no such words')
	await expect
		.element(page.getByText('No testimonial has these words or this name, and nothing is called that.'))
		.toBeVisible()
	answerSearch([foundItem()])
	await field.fill('lindholm')
	await expect.element(group.getByRole('option')).toHaveLength(1)
	await userEvent.keyboard('{Enter}')
	await expect.poll(() => location.search).toMatch(/^\?view=approved&t=7777/)
})

test('a person in the palette leads to all that they sent, and a member to the team', async () => {
	answerSearch([foundItem()])
	await openPalette()
	const people = page.getByRole('group', { name: 'People' })
	await field.fill('lindholm')
	await people.getByRole('option', { name: /Greta Lindholm/ }).click()
	await expect.poll(() => location.search).toMatch(/view=all&q=/)
	await userEvent.keyboard('{Control>}k{/Control}')
	await field.fill('owner')
	await people.getByRole('option', { name: /member$/ }).click()
	await expect.poll(() => location.pathname).toBe('/dashboard/space/members')
})

test('a command whose name begins with the typed letters stays before the testimonials', async () => {
	answerSearch([foundItem({ body: 'The walls were hung in a day.' })])
	await openPalette()
	await field.fill('walls')
	await expect.element(group.getByRole('option')).toHaveLength(1)
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByRole('heading', { name: 'Walls', level: 1 })).toHaveFocus()
})

test('names that only contain the typed letters somewhere do not stand before a found testimonial', async () => {
	answerSearch([foundItem()])
	await openPalette()
	await field.fill('wheel')
	await expect.element(group.getByRole('option')).toHaveLength(1)
	expect(page.getByRole('option').elements()).toHaveLength(1)
	await expect.element(page.getByRole('option')).toHaveAttribute('aria-selected', 'true')
})

test('a search that fails says so instead of finding nothing, and the palette is closed by a button', async () => {
	await page.viewport(360, 740)
	answer({ 'POST /rest/v1/rpc/search_testimonials': () => failure(500, 'XX000') })
	answerForm()
	await openScreen('forms')
	await page.getByRole('button', { name: 'Search or jump to' }).click()
	const palette = page.getByRole('dialog', { name: 'Search or jump to' })
	await field.fill('kiln')
	await expect.element(palette.getByText(/^The testimonials could not be searched\./)).toBeVisible()
	await expect.element(palette.getByText(/No testimonial has these words/)).not.toBeInTheDocument()
	await expectAccessible()
	answerSearch([foundItem({ body: 'The kiln was opened at noon.' })])
	await field.fill('kiln was')
	await expect.element(palette.getByRole('option', { name: /kiln/ })).toBeVisible()
	await palette.getByRole('button', { name: 'Close' }).click()
	await expect.element(palette).not.toBeInTheDocument()
})

test('the palette navigates by keyboard; the title follows and focus moves to the heading', async () => {
	answerSearch([])
	await openPalette()
	await userEvent.keyboard('tags{Enter}')
	await expect.element(page.getByRole('heading', { name: 'Tags', level: 1 })).toHaveFocus()
	expect(document.title).toBe('Tags · Bakery · Plaudit')
})

test('a viewer finds the screen of tags by the words of what is done there', async () => {
	answerSearch([])
	answerForm()
	await openScreen('forms', 'viewer')
	await page.getByRole('heading', { level: 1 }).findElement()
	await userEvent.keyboard('{Control>}k{/Control}')
	await field.fill('merge')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
	await expect.element(page.getByText('You see the tags. Owners and editors of the space change them.')).toBeVisible()
})

test('the palette says how many new testimonials the search does not know yet, and only once something was typed', async () => {
	answerSearch([foundItem()])
	answer({ 'POST /rest/v1/rpc/unsearched_testimonials': () => 2 })
	await openPalette()
	const notice = page.getByText('2 new testimonials are not in the search yet. The inbox shows them.')
	await expect.element(group).not.toBeInTheDocument()
	await expect.element(notice).not.toBeInTheDocument()
	await field.fill('wheel')
	await expect.element(notice).toBeVisible()
	await expectAccessible()
	await field.fill('')
	await expect.element(notice).not.toBeInTheDocument()
})
