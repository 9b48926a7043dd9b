import type { Locator } from '@playwright/test'
import { submit } from '#test/space.ts'
import { expect, test } from './fixtures.ts'
import { openSignedIn } from './signed-in.ts'

test.use({ contextOptions: { forcedColors: 'active' } })

/** Grounds and shadows are gone in forced colours: what is chosen needs a line of its own. */
async function expectMarked(chosen: Locator, other: Locator) {
	await expect(chosen).toHaveCSS('outline-style', 'solid')
	await expect(other).toHaveCSS('outline-style', 'none')
}

test('what a visitor chose can be told in forced colours', async ({ page, server, space }) => {
	await page.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const tile = (name: string) => page.locator('.tile', { hasText: name })
	await page.getByRole('radio', { name: 'Photo' }).check()
	await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
	await expectMarked(tile('Photo'), tile('Text'))
})

test('the open testimonial and its view can be told in forced colours', async ({
	page,
	server,
	space,
}) => {
	await submit(server.url, space, { body: 'The first.' })
	await submit(server.url, space, { body: 'The second.' })
	await openSignedIn(page, server.url, space)
	const row = (words: string) => page.locator('.inbox-row', { hasText: words })
	await row('The first.').click()
	await expectMarked(row('The first.'), row('The second.'))
	const views = page.locator('.inbox-view > button:first-child')
	await expectMarked(views.filter({ hasText: 'Pending' }), views.filter({ hasText: 'Approved' }))
})
