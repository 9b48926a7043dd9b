import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openForm } from '#test/support/components/public/open-form.ts'

const title = page.getByRole('textbox', { name: 'A title' })
const body = page.getByRole('textbox', { name: 'Your words' })
const send = page.getByRole('button', { name: 'Send' })

test('a title that is required and missing is the first problem, and its link leads to the field', async () => {
	await openForm({ form: { title_rule: 'required' } })
	await body.fill('Six weeks later I have four bowls.')
	await title.fill('  ')
	await send.click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(/2 things to fix: ?Fill this in/)
	await page.getByRole('link', { name: 'Fill this in' }).click()
	await expect.element(title).toHaveFocus()
	await expect.element(title).toHaveAttribute('aria-invalid', 'true')
})

test('a form that asks for no title has no field and no word of it', async () => {
	await openForm()
	expect(document.documentElement.outerHTML).not.toContain('headline')
})
