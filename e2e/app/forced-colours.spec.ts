import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

/** Backgrounds and shadows are removed in forced colours: a selection needs a border. */
async function expectMarked(chosen: Locator, other: Locator) {
	await expect(chosen).toHaveCSS('outline-style', 'solid')
	await expect(other).toHaveCSS('outline-style', 'none')
}

test('a visitor’s selection is visible in forced colours', async ({ page, server, space }) => {
	await page.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const tile = (name: string) => page.locator('.tile', { hasText: name })
	await page.getByRole('radio', { name: 'Photo' }).check()
	await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
	await expectMarked(tile('Photo'), tile('Text'))
})

test('the open testimonial and its view are visible in forced colours', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, { body: 'The first.' })
	await submitTestimonial(server.url, space, { body: 'The second.' })
	await openSignedIn(page, server.url, space)
	const row = (words: string) => page.locator('.inbox-row', { hasText: words })
	await row('The first.').click()
	await expectMarked(row('The first.'), row('The second.'))
	const views = page.locator('.inbox-view > button:first-child')
	await expectMarked(views.filter({ hasText: 'Pending' }), views.filter({ hasText: 'Approved' }))
})
