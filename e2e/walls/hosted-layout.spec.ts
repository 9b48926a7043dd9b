import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the page of a wall follows its layout and type, and shows its own title', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'grid')
	const change = { page_title: 'Said at sea', theme: { type: 'sans' } }
	await space.client.from('walls').update(change).eq('id', space.wallId).throwOnError()
	await page.setViewportSize({ width: 1280, height: 900 })
	const columns = async (layout: string) => {
		await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
		// Browsers keep a wall for half a minute.
		const address = `${server.url}/w/${space.slug}?layout=${layout}`
		const shape = layout === 'masonry' ? '.lanes' : '.rows'
		await expect
			.poll(async () => (await page.goto(`${address}${Math.random()}`)) && page.locator(shape).count())
			.toBe(1)
		const tops = await page
			.getByRole('listitem')
			.evaluateAll((items) => items.map((one) => Math.round(one.getBoundingClientRect().top)))
		return tops.filter((top) => top === tops[0]).length
	}
	expect(await columns('masonry')).toBe(3)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Said at sea')
	await expect(page.getByRole('banner')).toContainText(space.name)
	expect(await columns('grid')).toBe(3)
	await expectAccessibleInBothSchemes(page, 'hosted grid')
	expect(await columns('list')).toBe(1)
	const words = page.getByRole('listitem').getByText('Midges. Four days of midges.')
	await expect(words).toHaveCSS('font-family', /ui-sans-serif/)
})

test('a printed wall has no controls and cuts no text, whatever the colours of the screen', async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	await page.setViewportSize({ width: 718, height: 1000 })
	await page.goto(`${server.url}/w/${space.slug}`)
	for (const control of ['Search', 'Read more', 'Write a testimonial', 'How this wall is made'])
		await expect(page.locator('a, button, label').getByText(control)).toBeHidden()
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	const cut = await page
		.locator('.words')
		.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2).length)
	expect(cut).toBe(0)
})

test('an owner writes the head of the page, and the page follows the look of the wall', async ({
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
	await choose('Around the words', 'Cards')
	await choose('Corners', 'Round')
	await page.getByText('Shadow', { exact: true }).click()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()

	const visitor = await browser.newPage({ viewport: { width: 320, height: 700 } })
	await visitor.goto(`${server.url}/w/${space.slug}`)
	const banner = visitor.getByRole('banner')
	await expect(banner.getByRole('heading', { level: 1 })).toHaveText('Heard on the water')
	await expect(banner.getByText('None was paid.')).toBeVisible()
	await expect(banner.getByRole('img', { name: /^Average \d(\.\d)? of 5 stars$/ })).toBeVisible()
	await expect(banner.getByText('7 testimonials, 6 with stars')).toBeVisible()
	const card = visitor.getByRole('listitem').first()
	await expect(card).toHaveCSS('border-start-start-radius', '18px')
	await expect(card).not.toHaveCSS('box-shadow', 'none')
	await expectAccessibleInBothSchemes(visitor, 'hosted cards')

	await page.getByRole('checkbox', { name: 'Average and number of ratings' }).uncheck()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect
		.poll(async () => (await fetch(`${server.url}/w/${space.slug}?off${Math.random()}`)).text())
		.not.toContain('with stars')

	// Nothing is wider than a small phone, in any style.
	for (const cards of ['card', 'bubble', 'bare'])
		for (const layout of ['masonry', 'grid']) {
			await space.client
				.from('walls')
				.update({ layout, theme: { cards, corners: 'round', density: 'airy' } })
				.eq('id', space.wallId)
				.throwOnError()
			await expect
				.poll(async () => {
					await visitor.goto(`${server.url}/w/${space.slug}?${Math.random()}`)
					return visitor.locator(`.page.${layout}.${cards}`).count()
				})
				.toBe(1)
			expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(320)
			expect(await visitor.getByRole('listitem').count()).toBe(7)
		}
	await expectAccessibleInBothSchemes(visitor, 'hosted page without frames')
	await visitor.close()
})
