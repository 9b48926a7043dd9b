import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

for (const width of [390, 1280])
	test(`an owner checks their site and reads what to do about it, at ${width} px`, async ({
		page,
		browser,
		server,
		space,
	}) => {
		await page.setViewportSize({ width, height: 900 })
		await publishWall(server.url, space, 'grid')
		await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
		if (width === 390)
			await page.getByRole('radiogroup', { name: 'Design or preview' }).getByText('Preview and code').click()
		const code = (await page.locator('.studio-code pre').first().textContent()) ?? ''
		await page.getByText('Check my site').click()
		const address = page.getByLabel('Address of your page')
		await address.fill('my site')
		await page.keyboard.press('Enter')
		await expect(page.getByText('Write the whole address, for example https://harbour.org.')).toBeVisible()
		await expect(address).toHaveValue('my site')

		const bare = await openHostSite({ html: '<!doctype html><title>Host</title><p>Nothing yet</p>' })
		await address.fill(bare.url)
		await page.getByRole('button', { name: 'Check it' }).click()
		await expect(page.getByText('The code of this wall is not in the HTML of the page.')).toBeVisible()
		bare.close()
		await page.getByRole('button', { name: 'Check it' }).click()
		await expect(page.getByText('It could not be reached.')).toBeVisible()

		const strict = await openHostSite({
			html: `<!doctype html><title>Host</title>${code}`,
			policy: `default-src 'self'; script-src ${server.url}; style-src 'unsafe-inline'`,
		})
		await address.fill(strict.url)
		await page.getByRole('button', { name: 'Check it' }).click()
		await expect(page.getByText('The code of this wall is in the page: One script.')).toBeVisible()
		await expect(page.getByText('It reserves the height of this layout')).toBeVisible()
		await expect(page.getByText(`Add ${server.url} to img-src.`)).toBeVisible()
		await expect(page.getByText('No browser was seen to load the wall there yet.')).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'check of a site')

		const visitor = await browser.newPage()
		await visitor.goto(strict.url)
		await expect(visitor.locator('plaudit-wall section')).toBeVisible()
		// Sites are written some seconds after their visits.
		await expect(async () => {
			await page.getByRole('button', { name: 'Check it' }).click()
			await expect(page.getByText('Browsers loaded the wall on')).toBeVisible({ timeout: 1000 })
		}).toPass()
		await visitor.close()
		strict.close()
	})
