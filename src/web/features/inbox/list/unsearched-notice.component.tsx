import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, listedNames, openInbox } from '#test/support/components/inbox.ts'

const box = page.getByRole('searchbox', { name: 'Search words, answers, people and addresses' })

test('a search says how many new testimonials it does not know yet, and finds them once it does', async () => {
	answerInbox([{ author_name: 'Greta Lindholm', body: 'The lesson began early.' }])
	let waiting = 2
	answer({
		'POST /rest/v1/rpc/search_testimonials': () => (waiting === 0 ? [{ id: idAt(1), rank: 1 }] : []),
		'POST /rest/v1/rpc/unsearched_testimonials': () => waiting,
	})
	await openInbox()
	await page.getByRole('button', { name: 'Search in this view' }).click()
	await box.fill('lesson')
	const notice = page.getByText('2 new testimonials are not in the search yet. The inbox shows them.')
	await expect.element(notice).toBeVisible()
	await expect.element(page.getByText('Nothing matches.')).toBeVisible()
	await expectAccessible()
	waiting = 0
	await expect.poll(listedNames, { timeout: 10_000 }).toEqual(['Greta Lindholm'])
	await expect.element(notice).not.toBeInTheDocument()
})
