import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { answerWall, wallRow } from '#test/support/components/wall-answers.ts'

// A screen that is left stores its draft, which the answers of its own test take.
afterEach(() => cleanup())

const deleted = '88888888-8888-4888-8888-888888888888'
const bread = { id: '99999999-9999-4999-8999-999999999999', name: 'Bread', color: 'green' }

test('a wall that selects by a deleted tag says so and what it shows, until the tag is removed', async () => {
	const state = answerWall({ wall: { ...wallRow, selection: { tags: [deleted, bread.id] } } })
	answerRows('tags', [bread])
	await openScreen(`walls/${wallRow.id}`)
	const one = page.getByText('A tag that this wall selects by was deleted. No testimonial has it.')
	await expect.element(one).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: 'Remove Bread' }).click()
	const all = page.getByText(
		/^The tag that this wall selects by was deleted, so it shows only what you placed by hand\./,
	)
	await expect.element(all).toBeVisible()
	await expect.element(one).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Remove Deleted' }).click()
	await expect.element(all).not.toBeInTheDocument()
	await expect.poll(() => state.draft?.mine).toMatchObject({ selection: { tags: [] } })
})

test('a rule with a tag says that it may select more than were counted', async () => {
	answerWall({ wall: { ...wallRow, selection: { tags: [bread.id] } } })
	answerRows('tags', [bread])
	const counts = { published: 66_667, chosen: 667, is_least: true, spread: [0, 0, 0, 0, 0] }
	answer({ 'POST /rest/v1/rpc/selection_counts': () => counts })
	await openScreen(`walls/${wallRow.id}`)
	await expect.element(page.getByText('667+ of 66,667 published')).toBeVisible()
})
