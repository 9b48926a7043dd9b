import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { pageCases, readHostedPages } from '#test/support/walls/hosted-page.ts'
import { type WallLook, wallLooks } from '#test/support/walls/wall-looks.ts'

const pages = await readHostedPages()
const looks = wallLooks.filter(({ name }) => /^(masonry|masonry-bubble|grid|grid-bare|list)$/.test(name))
const lookOf = (name: string) => wallLooks.find((look) => look.name === name) as WallLook

for (const width of [320, 768, 1280])
	test(`at ${width} px a wall's page is never wider than its window, in any style`, { tag: '@looks' }, async ({
		browser,
	}) => {
		const context = await browser.newContext({ viewport: { width, height: 800 } })
		const wide: string[] = []
		for (const look of looks)
			for (const of of ['12-limits', '12-recordings', ...pageCases]) {
				const page = await pages.open(context, pages.render(look, of))
				if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
					wide.push(`${look.name} ${of}`)
				await page.close()
			}
		await context.close()
		expect(wide).toEqual([])
	})

test('on a phone a rule stands between all testimonials of a masonry, whose lanes are one', { tag: '@looks' }, async ({
	browser,
}) => {
	const context = await browser.newContext({ viewport: { width: 320, height: 800 } })
	const page = await pages.open(context, pages.render(lookOf('masonry'), '12-mixed'))
	const cells = await page
		.locator('.lanes li')
		.evaluateAll((items) =>
			items
				.map((item) => ({ top: item.getBoundingClientRect().top, rule: getComputedStyle(item).borderBlockEndWidth }))
				.sort((a, b) => a.top - b.top),
		)
	expect(cells).toHaveLength(12)
	expect(cells.filter(({ rule }) => rule !== '1px')).toEqual([])
	await context.close()
})

test('words that are folded keep their opening quotation mark, which hangs beside them', { tag: '@looks' }, async ({
	browser,
}) => {
	const context = await browser.newContext({ viewport: { width: 320, height: 800 }, colorScheme: 'light' })
	const page = await pages.open(context, pages.render(lookOf('masonry'), '12-long'))
	expect(await inkBefore(page)).toBeGreaterThan(5)
	await context.close()
})

test('“Read more” takes no room below words that fit', { tag: '@looks' }, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
	const page = await pages.open(context, pages.render(lookOf('list'), '12-limits'))
	const label = page.locator('.fold label').filter({ visible: false }).first()
	expect(await label.evaluate((one) => getComputedStyle(one).position)).toBe('absolute')
	await expect(page.locator('.fold label').filter({ visible: true }).first()).toHaveCSS('position', 'static')
	await context.close()
})

/** Counts the dark pixels where the quotation mark of the first folded words hangs. */
async function inkBefore(page: Page): Promise<number> {
	const words = page.locator('.fold .words').first()
	await words.scrollIntoViewIfNeeded()
	const { x = 0, y = 0 } = (await words.boundingBox()) ?? {}
	const start = await words.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingInlineStart))
	const picture = sharp(await page.screenshot({ clip: { x, y, width: start, height: 24 } }))
	const { data } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
	return data.filter((grey) => grey < 128).length
}
