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
	// A list has the shape of the grid, which the server may still show for a moment.
	await expect.poll(() => columns('list')).toBe(1)
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

test('the page of a wall follows the order of parts, the lines before “Read more” and four columns', async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	const show = async (layout: string, theme: object) => {
		await space.client.from('walls').update({ layout, theme }).eq('id', space.wallId).throwOnError()
		const mark = JSON.stringify(theme)
		await expect
			.poll(async () => {
				const embed = await (await fetch(`${server.url}/embed/${space.wallId}.html?${Math.random()}`)).text()
				await page.goto(`${server.url}/w/${space.slug}?${Math.random()}`)
				return [
					embed.includes('part="card"'),
					await page.locator(`.page.${layout}`).count(),
					await page.locator('.most-4').count(),
				]
			}, mark)
			.toEqual([true, 1, 'columns' in theme ? 1 : 0])
	}
	/** Top of each part of the long testimonial. */
	const tops = async () => {
		const item = page.getByRole('listitem').filter({ hasText: 'do not like groups' })
		const parts = { rating: '.stars', words: '.words', author: '.who' }
		const found = Object.entries(parts).map(async ([name, part]) => ({
			name,
			top: (await item.locator(part).first().boundingBox())?.y ?? 0,
		}))
		return (await Promise.all(found)).sort((one, other) => one.top - other.top).map(({ name }) => name)
	}
	const order = ['author', 'words', 'rating', 'media']
	for (const cards of ['layout', 'card', 'bare']) {
		await show('masonry', { columns: 4, order, cards, lines: 3 })
		await expect.poll(tops, cards).toEqual(['author', 'words', 'rating'])
	}
	await show('grid', { columns: 4, order, cards: 'bubble', lines: 3 })
	await expect.poll(tops).toEqual(['words', 'rating', 'author'])

	const long = page.getByRole('listitem').filter({ hasText: 'do not like groups' }).locator('.words')
	const lines = () =>
		long.evaluate((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)))
	expect(await lines()).toBe(3)
	await page.locator('.fold label', { hasText: 'Read more' }).locator('visible=true').first().click()
	await expectAccessibleInBothSchemes(page, 'hosted bubbles with folded words')

	const inRow = async (layout: string, theme: object, width: number) => {
		await page.setViewportSize({ width, height: 900 })
		await show(layout, { columns: 4, ...theme })
		expect(await page.evaluate('document.documentElement.scrollWidth'), `${layout} at ${width}`).toBe(width)
		return page.getByRole('listitem').evaluateAll((items, isLanes) => {
			const edges = items.map((one) => Math.round(one.getBoundingClientRect()[isLanes ? 'left' : 'top']))
			return isLanes ? new Set(edges).size : edges.filter((edge) => edge === edges[0]).length
		}, layout === 'masonry')
	}
	for (const layout of ['masonry', 'grid']) {
		expect(await inRow(layout, {}, 1280), layout).toBe(4)
		expect(await inRow(layout, { cards: 'bare' }, 1440), layout).toBe(4)
		expect(await inRow(layout, {}, 1100), layout).toBe(3)
		expect(await inRow(layout, {}, 768), layout).toBe(2)
		expect(await inRow(layout, {}, 320), layout).toBe(1)
	}
})

for (const layout of ['ratings', 'ticker', 'feature', 'tab', 'toast'])
	test(`the page of a wall of the kind ${layout} shows every testimonial whole, from phones to desks`, async ({
		page,
		server,
		space,
	}) => {
		await publishWall(server.url, space, layout)
		for (const colorScheme of ['light', 'dark'] as const)
			for (const width of [320, 768, 1280]) {
				await page.emulateMedia({ colorScheme })
				await page.setViewportSize({ width, height: 900 })
				await page.goto(`${server.url}/w/${space.slug}?${layout}`)
				await expect(page.getByRole('listitem')).toHaveCount(7)
				await expect(page.getByText('7 testimonials, 6 with stars')).toBeVisible()
				// What floats over another site, or moves on it, stands still on its own page.
				await expect(page.locator('[popover], dialog, plaudit-wall, [aria-hidden="true"] li')).toHaveCount(0)
				expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
				await expectAccessibleInBothSchemes(page, `hosted ${layout} at ${width}`)
			}
	})
