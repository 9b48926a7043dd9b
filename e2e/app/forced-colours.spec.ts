import type { Locator } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

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
