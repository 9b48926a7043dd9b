import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { sentRequests } from '#test/support/components/answers.ts'
import { answerInbox, openInbox } from '#test/support/components/inbox.ts'
import { space } from '#test/support/components/open-screen.tsx'

test('a tag that is pressed again before the screen shows it is removed, after it was added', async () => {
	const tag = {
		id: '88888888-8888-4888-8888-888888888888',
		space_id: space.id,
		name: 'Delivery',
		color: 'green' as const,
	}
	const tables = answerInbox([{ author_name: 'Ada' }], { tags: [tag] })
	await openInbox()
	await page.getByRole('toolbar', { name: 'This testimonial' }).getByRole('button', { name: 'Tags' }).click()
	const choice = page.getByRole('dialog', { name: 'Tags' }).getByRole('button', { name: 'Delivery' })
	await expect.element(choice).toHaveAttribute('aria-pressed', 'false')
	const button = choice.element() as HTMLElement
	// All presses are one task, so that nothing is drawn in between.
	button.click()
	button.click()
	await expect.poll(() => sentRequests('DELETE /rest/v1/testimonial_tags')).toHaveLength(1)
	await expect.poll(() => tables.testimonial_tags).toEqual([])
	await expect.element(choice).toHaveAttribute('aria-pressed', 'false')
	expect(sentRequests('POST /rest/v1/testimonial_tags')).toHaveLength(1)
})
