import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, failure } from '#test/support/components/answers.ts'
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

const row = (body: string) => ({ space_id: space.id, testimonial_id: idAt(1), body, created_at: space.created_at })
const elsewhere = page.getByText(/Somebody changed this elsewhere a moment ago/)

test('an answer that a colleague removed meanwhile keeps its changed words, which are then saved as a new one', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }], { replies: [row('Thank you.')] })
	await openInbox()
	await page.getByRole('button', { name: 'Change', exact: true }).click()
	await box.fill('Thank you, Ada.')
	tables.replies.length = 0
	await save.click()
	await expect.element(elsewhere).toBeVisible()
	await expect.element(box).toHaveValue('Thank you, Ada.')
	await save.click()
	await expect.poll(() => tables.replies).toMatchObject([{ body: 'Thank you, Ada.' }])
})

test('an answer beside one of a colleague is refused once, and then takes its place', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }])
	answer({ 'POST /rest/v1/replies': () => failure(409, '23505', 'duplicate key value violates replies_pkey') })
	await openInbox()
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await box.fill('Thank you, Ada.')
	tables.replies.push(row('Thanks.'))
	await save.click()
	await expect.element(elsewhere).toBeVisible()
	expect(tables.replies).toMatchObject([{ body: 'Thanks.' }])
	await save.click()
	await expect.poll(() => tables.replies).toMatchObject([{ body: 'Thank you, Ada.' }])
})
