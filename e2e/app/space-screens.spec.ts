import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the screens of a space are reached by a side list on a desktop and by a menu on a phone', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, 'space')
	const list = page.getByRole('navigation', { name: 'Space', exact: true })
	await expect(list.getByRole('link', { name: 'Name and brand' })).toHaveAttribute('aria-current', 'page')
	await list.getByRole('link', { name: 'Members' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeFocused()
	await expectAccessibleInBothSchemes(page, 'members')

	await page.setViewportSize({ width: 360, height: 740 })
	await expect(list).toBeHidden()
	await page.getByRole('button', { name: 'Space Members' }).press('Enter')
	await page.getByRole('menuitem', { name: 'Name and brand' }).press('Enter')
	await expect(page.getByRole('heading', { level: 1, name: 'Name and brand' })).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'name and brand')
})
