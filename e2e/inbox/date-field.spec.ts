import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('a day is typed, or chosen in the calendar by keys and mouse, and a wrong one says so', async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' } })
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Filter', exact: true }).click()
	const from = page.getByLabel('Sent from')
	await from.fill('2026-13-01')
	await from.press('Tab')
	await expect(page.getByText('Type a day such as 2026-03-31.')).toBeVisible()
	await expect(page).not.toHaveURL(/from=/)
	await from.fill('2026-1-31')
	await expect(page).toHaveURL(/from=2026-01-31/)
	await from.press('Tab')
	await expect(from).toHaveValue('2026-01-31')

	await page.getByRole('button', { name: 'Choose in a calendar' }).first().click()
	await expect(page.getByRole('button', { name: /^31 January 2026|^January 31, 2026/ })).toBeFocused()
	await expectAccessibleInBothSchemes(page, 'calendar')
	await page.keyboard.press('PageDown')
	await page.keyboard.press('ArrowRight')
	await page.keyboard.press('Enter')
	await expect(from).toHaveValue('2026-03-01')
	await expect(from).toBeFocused()
	await expect(page).toHaveURL(/from=2026-03-01/)

	await page.getByRole('button', { name: 'Choose in a calendar' }).last().click()
	await page.keyboard.press('Escape')
	await expect(page.getByLabel('until')).toBeVisible()
	await page.getByLabel('until').fill('2026-02-01')
	await page.getByLabel('until').press('Tab')
	await expect(page.getByText(/or a later day\./)).toBeVisible()
	await from.fill('')
	await expect(page).not.toHaveURL(/from=/)
})
