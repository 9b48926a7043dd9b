import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { type WallLook, wallLooks } from '#test/support/walls/wall-looks.ts'
import { readWallPages } from '#test/support/walls/wall-page.ts'

const pages = await readWallPages()

test('on a phone “Read more” stands below the title, which has its line alone', { tag: '@looks' }, async ({
	browser,
}) => {
	for (const look of ['masonry', 'grid', 'carousel', 'list', 'single']) {
		const page = await openWall(browser, look, '3-long', 320)
		const card = page.locator('.t').first()
		const [title, link] = await Promise.all([edges(card.locator('.by > span:not(.a)')), edges(card.locator('.r'))])
		const below = (link.top + link.bottom - title.top - title.bottom) / 2
		expect(below, look).toBeGreaterThanOrEqual(14)
		await page.context().close()
	}
})

test('on a phone the stars of a video stand above its words, so that no name is cut', { tag: '@looks' }, async ({
	browser,
}) => {
	const page = await openWall(browser, 'carousel', '12-recordings', 320)
	const card = page.locator('.t.wide').first()
	const [stars, words] = await Promise.all([edges(card.locator('.top')), edges(card.locator('.q'))])
	expect(stars.bottom).toBeLessThanOrEqual(words.top)
	expect(await card.locator('.by b').evaluate((name) => name.scrollWidth <= name.clientWidth)).toBe(true)
	await page.context().close()
})

test('without a frame around the cells, each author follows the words', { tag: '@looks' }, async ({ browser }) => {
	for (const look of ['grid-bare', 'carousel-bare']) {
		const page = await openWall(browser, look, '3-photos', 1280)
		for (const card of await page.locator('.t').all()) {
			const [words, author] = await Promise.all([edges(card.locator('.q')), edges(card.locator('.by b'))])
			expect(author.top - words.bottom, look).toBeLessThan(24)
		}
		await page.context().close()
	}
})

test('the foot keeps its distance from the edge of cards', { tag: '@looks' }, async ({ browser }) => {
	for (const [look, of] of [
		['grid', '3-mixed'],
		['feature', '1-mixed'],
	] as const) {
		const page = await openWall(browser, look, of, 320)
		const [list, count] = await Promise.all([edges(page.locator('ul')), edges(page.locator('.end span').first())])
		expect(count.top - list.bottom, look).toBeGreaterThanOrEqual(14)
		await page.context().close()
	}
})

test('a carousel has buttons only where some of its testimonials are out of sight', { tag: '@looks' }, async ({
	browser,
}) => {
	const whole = await openWall(browser, 'carousel', '3-mixed', 1280)
	await expect(whole.locator('.go button').first()).toBeHidden()
	await whole.context().close()
	const long = await openWall(browser, 'carousel', '12-mixed', 1280)
	await expect(long.locator('.go button').first()).toBeVisible()
	await long.context().close()
})

test('the sign of a ticker’s switch stands in the middle of its line', { tag: '@looks' }, async ({ browser }) => {
	const page = await openWall(browser, 'ticker', '3-mixed', 768, 'no-preference')
	const [line, sign] = await Promise.all([edges(page.locator('.line')), edges(page.locator('label svg').first())])
	expect(Math.abs(line.top + line.bottom - sign.top - sign.bottom)).toBeLessThanOrEqual(2)
	await page.context().close()
})

async function openWall(
	browser: Browser,
	name: string,
	of: string,
	width: number,
	reducedMotion: 'reduce' | 'no-preference' = 'reduce',
): Promise<Page> {
	const look = wallLooks.find((one) => one.name === name) as WallLook
	const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion })
	return pages.open(context, `<div class="cell">${pages.render(look, of)}</div>`)
}

async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
	return element.evaluate((one) => {
		const { top, bottom } = one.getBoundingClientRect()
		return { top, bottom }
	})
}

test('where a page reserved too little, the buttons of a carousel are whole', { tag: '@looks' }, async ({
	browser,
}) => {
	for (const width of [320, 390, 1280]) {
		const page = await openWall(browser, 'carousel', '12-photos', width)
		const room = await page.locator('plaudit-wall').evaluate((wall) => {
			const { style, offsetHeight } = wall as HTMLElement
			wall.setAttribute('reserved', '')
			style.blockSize = `${offsetHeight - 40}px`
			return wall.getBoundingClientRect().bottom
		})
		expect((await edges(page.locator('.go button').last())).bottom, `${width} px`).toBeLessThanOrEqual(room)
		await page.context().close()
	}
})

test('a short card in a carousel is as tall as one with a photo, whose words stand beside it', {
	tag: '@looks',
}, async ({ browser }) => {
	const page = await openWall(browser, 'carousel', '3-photos', 1280)
	const cards = await page.locator('.t').all()
	const heights = await Promise.all(cards.map(async (card) => (await card.boundingBox())?.height ?? 0))
	expect(heights[1]).toBeLessThan(280)
	expect(heights[0]).toBe(heights[1])
	const photo = await page.locator('.pic').first().boundingBox()
	expect((heights[0] ?? 0) - (photo?.height ?? 0)).toBeLessThanOrEqual(2)
	await page.context().close()
})
