import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { keepTake } from '#test/support/components/public/keep-take.ts'
import { openForm } from '#test/support/components/public/open-form.ts'
import { markRecording } from '#web/public/collect/draft/recording-mark.ts'

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
