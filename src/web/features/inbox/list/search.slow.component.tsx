import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, listedNames, openInbox, viewButton } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'

const box = page.getByRole('searchbox', { name: 'Search words, answers, people and addresses' })

test('a search in All shows what the server finds, marks its words, stays in the address, and takes any sign', async () => {
	const body = `${'The lesson began early and nobody was late for it. '.repeat(6)}She was throwing pots for an hour.`
	answerInbox([
		{ author_name: 'Greta Lindholm', body },
		{ author_name: 'Bela', body: 'Quiet rooms.', status: 'rejected' },
	])
	const found: Record<string, number> = { 'throws pot': 1, 'greta@lind': 1, '"quiet rooms"': 2, quiet: 2 }
	answer({
		'POST /rest/v1/rpc/search_testimonials': async (request) => {
			const { query, filter } = await request.json()
			expect(filter.view).toBe('all')
			const place = found[query]
			return place === undefined ? [] : [{ id: idAt(place), rank: 1 }]
		},
	})
	await openInbox()
	await viewButton(/^All/).click()
	await expect.poll(listedNames).toEqual(['Bela', 'Greta Lindholm'])
	await expect.element(page.getByRole('listitem').filter({ hasText: 'Quiet rooms.' })).toMatchTextContent('Rejected')
	await userEvent.keyboard('/')
	await expect.element(box).toHaveFocus()
	await box.fill('throws pot')
	await expect.poll(listedNames).toEqual(['Greta Lindholm'])
	const marked = () => [...document.querySelectorAll('.inbox-row mark')].map(({ textContent }) => textContent)
	expect(marked()).toEqual(['throwing', 'pots'])
	await expectAccessible()
	await box.fill('greta@lind')
	await expect.poll(() => sentRequests('POST /rest/v1/rpc/search_testimonials')).toHaveLength(2)
	await expect.poll(listedNames).toEqual(['Greta Lindholm'])
	await box.fill('"quiet rooms"')
	await expect.poll(listedNames).toEqual(['Bela'])
	await openAgain()
	await expect.element(box).toHaveValue('"quiet rooms"')
	await expect.poll(listedNames).toEqual(['Bela'])
	for (const odd of ["'", '"', '&|!', '🎉', 'ى']) {
		await box.fill(odd)
		await expect.element(page.getByText('Nothing matches.')).toBeVisible()
		expect(listedNames()).toEqual([])
		await box.fill('quiet')
		await expect.poll(listedNames).toEqual(['Bela'])
	}
})
