import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, failure } from '#test/support/components/answers.ts'
import { answerInbox, idAt } from '#test/support/components/inbox.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

const id = idAt(1)

beforeEach(() => page.viewport(1280, 800))

for (const [change, view] of [
	[{ status: 'approved' }, 'Approved'],
	[{ status: 'rejected' }, 'Rejected'],
	[{ spam_state: 'suspect' }, 'Spam'],
	[{}, 'Pending'],
] as const)
	test(`the link of an alert opens a testimonial in the view ${view} when that lists it by now`, async () => {
		answerInbox([{ author_name: 'Greta', ...change }])
		await openScreen(`inbox/${id}`)
		await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(view)
		await expect.element(page.getByRole('heading', { level: 2, name: 'Greta' })).toBeVisible()
		await expect.poll(() => document.querySelectorAll('.inbox-row')).toHaveLength(1)
	})

test('a link whose testimonial was erased, and one whose end is lost, say so', async () => {
	const screen = await openScreen(`inbox/${id}`)
	const away = page.getByRole('heading', { name: 'This testimonial is not here' })
	await expect.element(away).toBeVisible()
	await screen.unmount()
	answer({ 'GET /rest/v1/testimonials': () => failure(400, '22P02') })
	await openScreen(`inbox/${id.slice(0, 20)}`)
	await expect.element(away).toBeVisible()
})
