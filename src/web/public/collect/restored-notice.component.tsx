import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { keepTake } from '#test/support/components/public/keep-take.ts'
import { openForm } from '#test/support/components/public/open-form.ts'
import { markRecording } from '#web/public/collect/draft/recording-mark.ts'

const minute = 60_000

for (const [age, shown] of [
	[0, /last changed just now/],
	[5 * minute, /last changed 5 minutes ago/],
	[3 * 24 * 60 * minute, /last changed \d+ \w+ \d{4} at \d\d:\d\d/],
] as const)
	test(`a draft of ${age / minute} minutes ago says so on the reader’s clock`, async () => {
		const id = crypto.randomUUID()
		const draft = { values: { body: 'They sing.' }, wording: '', key: crypto.randomUUID(), files: [] }
		localStorage.setItem(`plaudit-draft-${id}`, JSON.stringify({ ...draft, savedAt: Date.now() - age }))
		await openForm({ form: { id } })
		await expect.element(page.getByText(shown).first(), { timeout: 5000 }).toBeVisible()
	})

test('a recording of an earlier visit is offered, and deleted with the draft only after a question', async () => {
	const id = crypto.randomUUID()
	await keepTake(id, 'a film')
	markRecording(id, 'video')
	await page.viewport(360, 740)
	await openForm({ form: { id, accepts: ['text', 'video'] } })
	await expect.element(page.getByRole('link', { name: 'We kept your recording' })).toBeVisible()
	await expect.element(page.getByRole('heading', { name: /^We kept your recording/ })).toBeVisible()
	await expect.element(page.getByRole('radio', { name: /^Video/ })).toBeChecked()
	await expectAccessible()
	await page.getByRole('button', { name: 'Start again' }).click()
	await expect.element(page.getByText(/^This deletes your recording, too. It cannot be brought back/)).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Keep it all' })).toHaveFocus()
	await expectAccessible()
	await page.getByRole('button', { name: 'Keep it all' }).click()
	await expect.element(page.getByRole('heading', { name: /^We kept your recording/ })).toBeVisible()
	await page.viewport(1280, 800)
})
