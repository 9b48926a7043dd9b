import '#web/public/collect/steps/steps.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const title = page.getByRole('textbox', { name: 'A title' })
const body = page.getByRole('textbox', { name: 'Your words' })
const send = page.getByRole('button', { name: 'Send' })
let opened = 0

test('a title stands above the words, is kept in the draft, and is sent beside the job', async () => {
	takeSubmissions()
	await openForm({ form: { title_rule: 'optional' } })
	await expect.element(title).toHaveAccessibleDescription('The short line above your words, if you have one.')
	await title.fill('Four bowls instead of an ashtray')
	await body.fill('Six weeks later I have four bowls.')
	await expect.element(page.getByText('Draft kept on this device')).toBeVisible()
	await openForm({ form: { title_rule: 'optional' } })
	await expect.element(title).toHaveValue('Four bowls instead of an ashtray')
	await page.getByRole('textbox', { name: 'Name' }).fill('Tom')
	await page.getByRole('textbox', { name: /^Job or title/ }).fill('Potter')
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Tom.')
	expect(await sentFields()).toMatchObject({ headline: 'Four bowls instead of an ashtray', title: 'Potter' })
})

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

test('a title is a step of its own', async () => {
	await openForm({ form: { title_rule: 'optional', rating: 'off', look: { pages: 'steps' } } })
	await import(/* @vite-ignore */ `/src/web/public/collect/steps/steps.ts?title=${opened++}`)
	await expect.element(page.getByText('Step 1 of 3')).toBeVisible()
	await expect.element(title).toBeVisible()
	await expect.element(body).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect.element(page.getByText('Step 2 of 3')).toBeVisible()
	await expect.element(body).toBeVisible()
})
