import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('a decision that the server could not save is no longer announced as saved', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, {
		body: 'The only one.',
		author: { name: 'Rosalind' },
	})
	await openSignedIn(page, server.url, space)
	await page.getByRole('heading', { name: 'Rosalind' }).waitFor()
	const testimonials = '**/rest/v1/testimonials?*'
	await page.route(testimonials, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
	await page.keyboard.press('a')
	const messages = page.locator('[data-sonner-toast]')
	await expect(messages.filter({ hasText: 'Not saved: Approved Rosalind.' })).toBeVisible()
	await expect(messages.filter({ hasText: /^Approved Rosalind/ })).toHaveCount(0)
	await page.unroute(testimonials)
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible()
	await expect
		.poll(async () => (await space.client.from('testimonials').select('status')).data)
		.toEqual([{ status: 'approved' }])
})
