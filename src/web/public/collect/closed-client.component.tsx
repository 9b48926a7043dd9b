import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { keepTake } from '#test/support/components/public/keep-take.ts'
import { showForm } from '#test/support/components/public/open-form.ts'
import { saveClicked } from '#test/support/components/public/saved-files.ts'

test('a form that was closed meanwhile gives back the recording that this device kept for it, and only that', async () => {
	const id = crypto.randomUUID()
	const save = page.getByRole('button', { name: 'Save the recording' })
	const form = { id, is_open: false }
	const metas = { save: '/src/web/public/collect/recording-field/save-take.ts' }
	let opened = 0
	const open = async () => {
		showForm({ form, metas })
		// The script of the page begins when it is loaded.
		await import(/* @vite-ignore */ `/src/web/public/collect/closed-client.ts?opened=${opened++}`)
	}
	await open()
	await expect.element(page.getByRole('heading', { name: /closed/i })).toBeVisible()
	await expect.element(save).not.toBeInTheDocument()
	await keepTake(id, 'a film')
	await open()
	await expect.element(page.getByRole('heading', { name: 'We kept your recording' })).toBeVisible()
	await expectAccessible()
	const saved = await saveClicked(() => save.click())
	expect(saved.name).toMatch(/^video-.*\.webm$/)
	expect(await saved.text()).toBe('a film')
})
