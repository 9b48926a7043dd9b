import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

// Realtime carries a view of the space to another browser, and its deletion without its row.
test('a view that is saved for everyone opens in another browser, and its deletion reaches it', async ({
	page,
	browser,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, rating: 5, body: 'Ada was glad.' })
	await submitTestimonial(server.url, space, { author: { name: 'Bela' }, rating: 2, body: 'Bela was not.' })
	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, space)
	await expect(other.locator('.inbox-row')).toHaveCount(2)
	await openSignedIn(page, server.url, space, 'inbox?rating=5&sort=oldest')
	const views = page.getByRole('navigation', { name: 'Views' })
	await views.getByRole('button', { name: 'Save this view' }).click()
	await page.getByLabel('Name of this view').fill('Five stars')
	await page.getByText('Everyone here').click()
	await page.getByRole('button', { name: 'Save view' }).click()
	const theirs = other.getByRole('button', { name: /^Five stars/ })
	await theirs.click()
	await expect(other.locator('.inbox-row')).toHaveText([/Ada/])
	await expect(other).toHaveURL(/rating=5.*sort=oldest/)
	await views.getByRole('button', { name: /^Five stars/ }).hover()
	await views.getByRole('button', { name: 'Delete the view Five stars' }).click()
	await expect(theirs).toHaveCount(0)
	await other.context().close()
})
