import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only a server shows that what the studio stored is what its page says, once its caches know.
test('an owner writes the head of the page, and the page follows the look of the wall', { tag: '@each' }, async ({
	page,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	await page.getByLabel('Title', { exact: true }).fill('Heard on the water')
	await page.getByLabel('Text at its head').fill('From guests of one summer.\n\nNone was paid.')
	const choose = (group: string, name: string) =>
		page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
	await choose('Frame of the words', 'Cards')
	await choose('Corners', 'Round')
	await page.getByText('Shadow', { exact: true }).click()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()

	const visitor = await browser.newPage({ viewport: { width: 320, height: 700 } })
	await visitor.goto(`${server.url}/w/${space.slug}`)
	const banner = visitor.getByRole('banner')
	await expect(banner.getByRole('heading', { level: 1 })).toHaveText('Heard on the water')
	await expect(banner).toContainText(space.name)
	await expect(banner.getByText('None was paid.')).toBeVisible()
	await expect(banner.getByRole('img', { name: /^Average \d(\.\d)? of 5 stars$/ })).toBeVisible()
	await expect(banner.getByText('7 testimonials, 6 with stars')).toBeVisible()
	const card = visitor.getByRole('listitem').first()
	await expect(card).toHaveCSS('border-start-start-radius', '18px')
	await expect(card).not.toHaveCSS('box-shadow', 'none')

	await page.getByRole('checkbox', { name: 'Average and number of ratings' }).uncheck()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect
		.poll(async () => (await fetch(`${server.url}/w/${space.slug}?off${Math.random()}`)).text())
		.not.toContain('with stars')
	await visitor.close()
})
