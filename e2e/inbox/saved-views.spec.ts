import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('a view is saved for everyone on the server, opened in another browser, deleted, and brought back live', async ({
	page,
	browser,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, rating: 5, body: 'Ada was glad.' })
	await submitTestimonial(server.url, space, { author: { name: 'Bela' }, rating: 2, body: 'Bela was not.' })
	await openSignedIn(page, server.url, space, 'inbox?rating=5&sort=oldest')
	const rows = page.locator('.inbox-row')
	await expect(rows).toHaveText([/Ada/])
	const views = page.getByRole('navigation', { name: 'Views' })
	await views.getByRole('button', { name: 'Save this view' }).click()
	await page.getByLabel('Name of this view').fill('Five stars')
	await page.getByText('Everyone here').click()
	await expectAccessibleInBothSchemes(page, 'saving a view')
	await page.getByRole('button', { name: 'Save view' }).click()
	await expect(views.getByRole('button', { name: /^Five stars/ })).toHaveAttribute('aria-current', 'true')

	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, space)
	await expect(other.locator('.inbox-row')).toHaveCount(2)
	await other.getByRole('button', { name: /^Five stars/ }).click()
	await expect(other.locator('.inbox-row')).toHaveText([/Ada/])
	await expect(other).toHaveURL(/rating=5.*sort=oldest/)

	await views.getByRole('button', { name: /^Five stars/ }).hover()
	await views.getByRole('button', { name: 'Delete the view Five stars' }).click()
	await expect(views.getByRole('button', { name: /^Five stars/ })).toHaveCount(0)
	await expect(other.getByRole('button', { name: /^Five stars/ })).toHaveCount(0)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(views.getByRole('button', { name: /^Five stars/ })).toBeVisible()
	await expect(other.getByRole('button', { name: /^Five stars/ })).toBeVisible()
	await other.context().close()
})

test('views that were kept in the browser move to the server once', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' } })
	await openSignedIn(page, server.url, space, 'forms')
	const kept = JSON.stringify([{ id: '1', name: 'Kept here', filter: { view: 'approved' } }])
	await page.evaluate(
		([key = '', value = '']) => localStorage.setItem(key, value),
		[`plaudit-views-${space.spaceId}`, kept],
	)
	await page.goto(`${server.url}/dashboard/inbox`)
	await expect(page.getByRole('button', { name: /^Kept here/ })).toBeVisible()
	await page.reload()
	await expect(page.getByRole('button', { name: /^Kept here/ })).toBeVisible()
	const { data } = await space.client.from('saved_views').select('name').eq('space_id', space.spaceId).throwOnError()
	expect(data).toEqual([{ name: 'Kept here' }])
})
