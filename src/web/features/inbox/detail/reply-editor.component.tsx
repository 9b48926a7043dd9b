import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#test/support/components/answers.ts'
import { answerInbox, idAt, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { space } from '#test/support/components/open-screen.tsx'

const box = page.getByLabelText('Your public answer')
const save = page.getByRole('button', { name: 'Save answer' })

test('an answer that cannot be saved offline stays in its box, even through a reload, and the same button saves it', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }])
	answer({ 'POST /rest/v1/replies': () => Promise.reject(new TypeError('Failed to fetch')) })
	await openInbox()
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await box.fill('Thank you, Ada.')
	await save.click()
	const message = 'Your answer was not saved. The server cannot be reached. Check your connection and try again.'
	await expect.element(page.getByText(message)).toBeVisible()
	await expect.element(box).toHaveValue('Thank you, Ada.')
	await openAgain()
	await expect.element(box).toHaveValue('Thank you, Ada.')
	expect(tables.replies).toEqual([])

	answer({
		'POST /rest/v1/replies': async (request) => {
			tables.replies.push({ ...(await request.json()), created_at: space.created_at })
		},
	})
	await save.click()
	await expect.element(page.getByText('Your answer is saved.')).toBeVisible()
	expect(tables.replies).toMatchObject([{ body: 'Thank you, Ada.', testimonial_id: idAt(1) }])
})
