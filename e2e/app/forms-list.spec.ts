import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

for (const width of flowWidths(360)) {
	test(`the list of forms shows state, sends and the last arrival at ${width} px, and duplicates a form`, async ({
		page,
		server,
		space,
	}) => {
		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, server.url, space, 'forms')
		const row = page.getByRole('main').getByRole('listitem')
		await expect(row.getByText('Nobody has opened it. Share the link.')).toBeVisible()
		await expect(row.getByText('Open', { exact: true })).toBeVisible()
		await submitTestimonial(server.url, space)
		await page.reload()
		await expect(row.getByText(/^Last one (just now|.*minute)/)).toBeVisible()
		await expect(row.getByText('1 testimonial')).toBeVisible()
		await expect(row.locator('dl > div').filter({ hasText: 'Sends' }).getByRole('definition')).toHaveText('1')
		await expectAccessibleInBothSchemes(page, 'list of forms')

		await row.getByRole('button', { name: /^More about/ }).click()
		await page.getByRole('menuitem', { name: 'Duplicate' }).click()
		await expect(page.getByText('The form is duplicated.')).toBeVisible()
		await expect(page.getByRole('heading', { level: 1, name: /\(copy\)$/ })).toBeVisible()
		await expect(page.getByText('Closed: the page says so and takes nothing')).toBeVisible()
		const copy = page.url()
		await page.getByRole('button', { name: 'Duplicate this form' }).click()
		await page.waitForURL((url) => url.href !== copy)
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms' }).click()
		await expect(row).toHaveCount(3)
		await expect(row.getByText('Visitors read that it is closed.')).toHaveCount(2)
	})
}

test('a space without a form makes one with the question of its language in one step', async ({
	page,
	server,
	space,
}) => {
	await space.client.from('spaces').update({ locale: 'de' }).eq('id', space.spaceId).throwOnError()
	await space.client.from('forms').delete().eq('id', space.formId).throwOnError()
	await openSignedIn(page, server.url, space, 'forms')
	await expect(page.getByRole('heading', { name: 'Nobody can write to you yet.' })).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'no form')
	await page.getByRole('button', { name: /Was würden Sie über Northlight Frames sagen/ }).click()
	await expect(page.getByLabel('Title')).toHaveValue('Was würden Sie über Northlight Frames sagen?')
})
