import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'

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
		const lefts = await page
			.getByRole('listitem')
			.evaluateAll((items) => items.map((one) => Math.round(one.getBoundingClientRect().left)))
		return new Set(lefts).size
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
