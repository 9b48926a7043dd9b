import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { shownCode } from '#e2e/support/shown-code.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

// Only a real site shows that the server finds the code as the studio gives it, and hears of its visitors.
test('the check of a site finds the code that the studio gave, the policy of the page and its visitors', async ({
	page,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const code = await shownCode(page, 'One script')
	const strict = await openHostSite({
		html: `<!doctype html><title>Host</title>${code}`,
		policy: `default-src 'self'; script-src ${server.url}; style-src 'unsafe-inline'`,
	})
	const visitor = await browser.newPage()
	await visitor.goto(strict.url)
	await expect(visitor.locator('plaudit-wall section')).toBeVisible()
	await page.getByLabel('Address of your page').fill(strict.url)
	await page.getByRole('button', { name: 'Check it' }).click()
	await expect(page.getByText('The code of this wall is in the page: One script.')).toBeVisible()
	await expect(page.getByText('It reserves the height of this layout')).toBeVisible()
	await expect(page.getByText(`Add ${server.url} to img-src.`)).toBeVisible()
	// Sites are written some seconds after their visits.
	await expect(async () => {
		await page.getByRole('button', { name: 'Check it' }).click()
		await expect(page.getByText('Browsers loaded the wall on')).toBeVisible({ timeout: 1000 })
	}).toPass()
	await visitor.close()
	strict.close()
	await page.getByRole('button', { name: 'Check it' }).click()
	await expect(page.getByText('It could not be reached.')).toBeVisible()
})
