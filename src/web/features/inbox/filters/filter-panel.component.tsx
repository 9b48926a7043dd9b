import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Basis } from '#shared/wall/wall.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, listedNames, openInbox, viewButton } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { space } from '#test/support/components/open-screen.tsx'

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

test('verification, consent, answer and company narrow the list, stand in the address, and a saved view keeps them', async () => {
	const basis = (name: Basis) => ({ basis: name, evidence: '', verified_at: '2026-01-01T00:00:00Z', provider: null })
	const tables = answerInbox(
		[
			{ author_name: 'Ada', author_company: 'Acme', verifications: [basis('email')] },
			{ author_name: 'Bela', author_company: 'ACME', verifications: [basis('order')] },
			{ author_name: 'Cyra', author_company: 'Ōki (Tea)', consents: [], live_scope: null },
		],
		{ replies: [{ space_id: space.id, testimonial_id: idAt(2), body: 'Thanks.', created_at: '2026-01-02T00:00:00Z' }] },
	)
	await openInbox('?company=ōki (tea)&replied=maybe&consent=everybody&basis=x&from=2026-02-31&to=9999-99-99')
	await expect.poll(listedNames).toEqual(['Cyra'])
	await expect.element(page.getByText('Company: ōki (tea)')).toBeVisible()
	await page.getByRole('button', { name: 'Remove filter: Company' }).click()
	await expect.poll(listedNames).toHaveLength(3)

	await openFilters()
	await page.getByRole('checkbox', { name: 'Order', exact: true }).click()
	await expect.poll(listedNames).toEqual(['Bela'])
	await page.getByLabelText('Your answer').selectOptions('Not answered')
	await expect.poll(listedNames).toEqual([])
	await page.getByLabelText('Your answer').selectOptions('Answered')
	await page.getByLabelText('Company').fill('acme')
	await userEvent.keyboard('{Enter}')
	await page.getByRole('checkbox', { name: 'Public', exact: true }).click()
	await expect.poll(listedNames).toEqual(['Bela'])
	await expectAccessible()
	expect(['basis', 'replied', 'company', 'consent'].map(parameter)).toEqual(['order', 'true', 'acme', 'public'])

	await openAgain()
	await expect.poll(listedNames).toEqual(['Bela'])
	await page.getByRole('button', { name: 'Save this view' }).first().click()
	await page.getByLabelText('Name of this view').fill('Answered orders')
	await userEvent.keyboard('{Enter}')
	await expect
		.poll(() => tables.saved_views.at(0)?.filter)
		.toMatchObject({
			basis: ['order'],
			replied: true,
			company: 'acme',
			consent: ['public'],
		})
	for (const name of ['Verification', 'Consent', 'Your answer', 'Company'])
		await page.getByRole('button', { name: `Remove filter: ${name}` }).click()
	await expect.poll(listedNames).toHaveLength(3)
	await viewButton(/^Answered orders/).click()
	await expect.poll(listedNames).toEqual(['Bela'])
	await page.getByRole('button', { name: 'Remove filter: Consent' }).click()
	await page.getByRole('button', { name: 'Remove filter: Verification' }).click()
	await page.getByRole('button', { name: 'Remove filter: Your answer' }).click()
	await expect.poll(listedNames).toEqual(['Bela', 'Ada'])
})

test('a consent that is missing counts as private', async () => {
	answerInbox([{ author_name: 'Ada' }, { author_name: 'Cyra', consents: [], live_scope: null }])
	await openInbox('?consent=private')
	await expect.poll(listedNames).toEqual(['Cyra'])
	await expect.element(page.getByText('Consent: Private')).toBeVisible()
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

test('the source narrows the list to what a key sent, stands in the address, and its label removes it', async () => {
	answerInbox([
		{ author_name: 'Ada', source: 'form' },
		{ author_name: 'Bela', source: 'api' },
		{ author_name: 'Cyra', source: 'import' },
	])
	await openInbox()
	await openFilters()
	await page.getByLabelText('Source').selectOptions('Sent by key')
	await expect.poll(listedNames).toEqual(['Bela'])
	expect(parameter('source')).toBe('api')
	await userEvent.keyboard('{Escape}')
	await expect.element(page.getByText('Source: sent by key')).toBeVisible()
	await expectAccessible()
	await openAgain()
	await expect.poll(listedNames).toEqual(['Bela'])
	await page.getByRole('button', { name: 'Remove filter: Source' }).click()
	await expect.poll(listedNames).toHaveLength(3)
})
