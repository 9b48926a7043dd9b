import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#test/support/components/answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

test('a new space is shown what to do next, and its numbers are zeros', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen('overview')
	await expect.element(page.getByRole('heading', { level: 1, name: 'No testimonial reached you' })).toBeVisible()
	await expect.element(page.getByText('Nothing. Everything is decided.')).toBeVisible()
	await expect.element(page.getByText(/^Nothing arrived yet/)).toBeVisible()
	await expect.element(page.getByRole('img', { name: /^Form views by day, .* to today: 0 in all/ })).toBeVisible()
	await page.getByRole('link', { name: 'Share your form' }).click()
	await expect.poll(() => location.pathname).toBe('/dashboard/start')
})

test('an address with an unknown form and number of days shows all of 28 days', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen(`overview?of=form:${crypto.randomUUID()}&days=1000`)
	await expect.element(page.getByRole('combobox', { name: 'Form or wall' })).toHaveValue('all')
	await expect.element(page.getByRole('button', { name: '28 days' })).toHaveAttribute('aria-pressed', 'true')
})
