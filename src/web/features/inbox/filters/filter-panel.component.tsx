import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, listedNames, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'

const parameter = (name: string) => new URLSearchParams(window.location.search).get(name)
const openFilters = () => page.getByRole('button', { name: /^Filter/ }).click()

test('filters are in the address: a reload keeps them, Back restores them, and a label removes each', async () => {
	answerInbox([
		{ author_name: 'Ada', rating: 5 },
		{ author_name: 'Bela', rating: 3 },
		{ author_name: 'Cyra', rating: null },
	])
	await openInbox()
	await openFilters()
	await page.getByRole('checkbox', { name: '5 stars' }).click()
	await page.getByRole('checkbox', { name: 'None' }).click()
	await expect.element(page.getByText('2 match')).toBeVisible()
	await expectAccessible()
	await userEvent.keyboard('{Escape}/')
	await page.getByRole('searchbox').fill('ad')
	await expect.poll(listedNames).toEqual(['Ada'])
	expect(parameter('rating')).toBe('5,none')
	expect(parameter('q')).toBe('ad')

	await openAgain()
	await expect.poll(listedNames).toEqual(['Ada'])
	await expect.element(page.getByRole('searchbox')).toHaveValue('ad')
	await expect.element(page.getByText('Rating: 5 and none')).toBeVisible()
	const clearAll = page.getByRole('button', { name: 'Clear all' })
	await expect.element(clearAll).toBeVisible()
	history.back()
	await expect.poll(listedNames).toEqual(['Cyra', 'Ada'])
	await expect.element(clearAll).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Remove filter: Rating' }).click()
	await expect.poll(listedNames).toEqual(['Cyra', 'Bela', 'Ada'])
})

test('the first and the last day are in the address, and a day that is no day changes nothing', async () => {
	const sent = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00+00:00`
	answerInbox([
		{ author_name: 'Ada', submitted_at: sent(1) },
		{ author_name: 'Bela', submitted_at: sent(2) },
		{ author_name: 'Cyra', submitted_at: sent(3) },
	])
	await openInbox()
	await openFilters()
	const from = page.getByLabelText('Sent from')
	await from.fill('2026-13-01')
	await userEvent.tab()
	await expect.element(page.getByText('Type a day such as 2026-03-31.')).toBeVisible()
	expect(parameter('from')).toBeNull()
	expect(listedNames()).toHaveLength(3)
	await from.fill('2026-11-2')
	await expect.poll(() => parameter('from')).toBe('2026-11-02')
	await expect.poll(listedNames).toEqual(['Cyra', 'Bela'])
	await page.getByLabelText('until').fill('2026-11-02')
	await expect.poll(() => parameter('to')).toBe('2026-11-02')
	await expect.poll(listedNames).toEqual(['Bela'])
	await from.fill('')
	await expect.poll(() => parameter('from')).toBeNull()
	await expect.poll(listedNames).toEqual(['Bela', 'Ada'])
})

test('the filter offers only kinds that the space has', async () => {
	answerInbox([{ author_name: 'Ada' }])
	await openInbox()
	await expect.poll(listedNames).toEqual(['Ada'])
	await openFilters()
	await expect.element(page.getByRole('checkbox', { name: '5 stars' })).toBeVisible()
	for (const kind of ['Photo', 'Video', 'Audio'])
		await expect.element(page.getByRole('checkbox', { name: kind })).not.toBeInTheDocument()
})

test('the order is chosen in a menu, stays in the address, and pages on to the last row', async () => {
	answerInbox(
		Array.from({ length: 60 }, (_, at) => ({ author_name: `Person ${at}`, rating: at % 6 === 0 ? null : at % 6 })),
	)
	await openInbox()
	const first = () => listedNames()[0]
	await expect.poll(first).toBe('Person 59')
	const choose = async (order: string) => {
		await page.getByRole('button', { name: /^Order: / }).click()
		await page.getByRole('menuitemradio', { name: order }).click()
	}
	await choose('Longest waiting')
	await expect.poll(first).toBe('Person 0')
	expect(parameter('sort')).toBe('oldest')
	await choose('Fewest stars')
	await expect.poll(first).toBe('Person 55')
	await choose('Most stars')
	await expect.poll(first).toBe('Person 59')
	await openAgain()
	await expect.poll(() => listedNames()[1]).toBe('Person 53')
	await userEvent.keyboard('{End}')
	await expect.poll(() => listedNames().at(-1)).toBe('Person 0')
	expect([...document.querySelectorAll('.inbox-row')].at(-1)).toHaveAttribute('aria-setsize', '60')
	await choose('Newest')
	await expect.poll(() => parameter('sort')).toBeNull()
})
