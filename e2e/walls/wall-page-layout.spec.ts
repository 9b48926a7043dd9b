import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { readHostedPages } from '#test/support/walls/hosted-page.ts'
import { type WallLook, wallLooks } from '#test/support/walls/wall-looks.ts'

const pages = await readHostedPages()
const lookOf = (name: string) => wallLooks.find((look) => look.name === name) as WallLook
/** The text of the long testimonial. */
const long = 'do not like groups'
const longItem = (page: Page) => page.getByRole('listitem').filter({ hasText: long })

/** Opens the page of a wall in a look, in a context of its own. */
async function show(context: BrowserContext, name: string, theme: object = {}): Promise<Page> {
	for (const page of context.pages()) await page.close()
	return pages.open(context, pages.render(lookOf(name), '12-mixed', theme))
}

/** Number of testimonials beside each other: by their tops, and in lanes by their left edges. */
const columnsOf = (page: Page) =>
	page.getByRole('listitem').evaluateAll((items) => {
		const isLanes = items[0]?.closest('.lanes') !== null
		const edges = items.map((one) => Math.round(one.getBoundingClientRect()[isLanes ? 'left' : 'top']))
		return isLanes ? new Set(edges).size : edges.filter((edge) => edge === edges[0]).length
	})

test('the page of a wall follows its layout, its type and its number of columns at every width', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
	for (const [look, columns] of [
		['masonry', 3],
		['grid', 3],
		['list', 1],
	] as const)
		expect.soft(await columnsOf(await show(context, look, { type: 'sans' })), look).toBe(columns)
	const words = context.pages()[0]?.getByRole('listitem').getByText('Midges. Four days of midges.')
	if (words) await expect(words).toHaveCSS('font-family', /ui-sans-serif/)
	for (const look of ['masonry', 'grid'])
		for (const [name, width, columns] of [
			[look, 1280, 4],
			[`${look}-bare`, 1440, 4],
			[look, 1100, 3],
			[look, 768, 2],
			[look, 320, 1],
		] as const) {
			const page = await show(context, name, { columns: 4 })
			await page.setViewportSize({ width, height: 900 })
			expect.soft(await page.evaluate('document.documentElement.scrollWidth'), `${name} at ${width}`).toBe(width)
			expect.soft(await columnsOf(page), `${name} at ${width}`).toBe(columns)
		}
	await context.close()
})

test('the page of a wall follows the order of the parts of a card and the lines before “Read more”', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
	const theme = { columns: 4, order: ['author', 'words', 'rating', 'media'], lines: 3 }
	for (const look of ['masonry', 'masonry-card', 'masonry-bare'])
		expect.soft(await partsOf(await show(context, look, theme)), look).toEqual(['author', 'words', 'rating'])
	const page = await show(context, 'grid-bubble', theme)
	expect(await partsOf(page)).toEqual(['words', 'rating', 'author'])
	const lines = await longItem(page)
		.locator('.words')
		.evaluate((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)))
	expect(lines).toBe(3)
	await page.locator('.fold label', { hasText: 'Read more' }).locator('visible=true').first().click()
	await expectAccessibleInBothSchemes(page, 'hosted bubbles with folded words')
	await context.close()
})

/** The parts of the long testimonial by their tops. */
async function partsOf(page: Page): Promise<string[]> {
	const parts = { rating: '.stars', words: '.words', author: '.who' }
	const tops = Object.entries(parts).map(async ([name, part]) => ({
		name,
		top: (await longItem(page).locator(part).first().boundingBox())?.y ?? 0,
	}))
	return (await Promise.all(tops)).sort((one, other) => one.top - other.top).map(({ name }) => name)
}

test('a printed wall has no controls and cuts no text, whatever the colours of the screen', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 718, height: 1000 } })
	const page = await show(context, 'masonry')
	const controls = ['Search', 'Read more', 'Write a testimonial', 'How this wall is made']
	const shown = (name: string) => page.locator('a, button, label').getByText(name).filter({ visible: true })
	for (const control of controls) await expect(shown(control).first(), control).toBeVisible()
	await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
	for (const control of controls) await expect(shown(control), control).toHaveCount(0)
	await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	const cut = await page
		.locator('.words')
		.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 2).length)
	expect(cut).toBe(0)
	await context.close()
})

// Cards below a phone's screen are laid out late, so their height is not known when the link is followed.
test('a link to a testimonial far down a phone’s page shows it, and the words of every card are read', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 390, height: 700 } })
	const page = await show(context, 'masonry')
	const cards = page.getByRole('listitem')
	await expect(cards).toHaveCount(12)
	for (const index of [11, 0, 6]) {
		const id = await cards.nth(index).getAttribute('id')
		await page.evaluate((hash) => {
			location.hash = hash
		}, `#${id}`)
		await expect(cards.nth(index), `card ${index}`).toBeInViewport({ ratio: 0.5 })
	}
	await expect(page.getByRole('main')).toMatchAriaSnapshot('- text: /Midges. Four days of midges/')
	await context.close()
})

for (const width of [320, 768, 1280])
	test(`at ${width} px the page of a wall of every kind shows each testimonial whole and is accessible`, {
		tag: '@looks',
	}, async ({ browser }) => {
		const context = await browser.newContext({ viewport: { width, height: 900 } })
		for (const kind of ['ratings', 'ticker', 'feature', 'tab', 'toast', 'grid', 'masonry-card', 'masonry-bare']) {
			const page = await show(context, kind, { corners: 'round', density: 'airy', shadow: true })
			await expect(page.getByRole('listitem')).toHaveCount(12)
			await expect(page.getByText(/^\d+ testimonials, \d+ with stars$/)).toBeVisible()
			// A layout that floats or moves on another site stands still on its own page.
			await expect(page.locator('[popover], dialog, plaudit-wall, [aria-hidden="true"] li')).toHaveCount(0)
			expect.soft(await page.evaluate('document.documentElement.scrollWidth'), kind).toBe(width)
			await expectAccessibleInBothSchemes(page, `hosted ${kind} at ${width}`)
		}
		for (const state of ['found', 'nothing', 'empty']) {
			for (const page of context.pages()) await page.close()
			const page = await pages.open(context, pages.render(lookOf('masonry'), state))
			await expectAccessibleInBothSchemes(page, `hosted wall, ${state}, at ${width}`)
		}
		await context.close()
	})
