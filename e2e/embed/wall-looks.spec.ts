import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { layoutFaults } from '#e2e/embed/layout-faults.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { type WallLook, wallLooks } from '#test/support/walls/wall-looks.ts'
import { readWallPages } from '#test/support/walls/wall-page.ts'

// The product's own fonts, without hinting: those of the machine differ.
test.use({ launchOptions: { ...chromium, args: [...chromium.args, '--font-render-hinting=none'] } })

const pages = await readWallPages()
const inFlow = wallLooks.filter(({ floats }) => !floats)
const cases = [
	'1-short',
	'1-photos',
	'3-mixed',
	'3-photos',
	'12-short',
	'12-long',
	'12-mixed',
	'12-photos',
	'12-arabic',
	'12-limits',
	'12-recordings',
]

for (const width of [320, 768, 1280])
	test(`at ${width} px no layout in any style cuts, covers or crops what it shows`, { tag: '@looks' }, async ({
		browser,
	}) => {
		const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
		const faults: string[] = []
		for (const of of cases) {
			const cells = inFlow.map((look) => `<div class="cell" id="${look.name}">${pages.render(look, of)}</div>`)
			const page = await pages.open(context, cells.join(''))
			for (const look of inFlow) {
				const found = await page.locator(`#${look.name} plaudit-wall`).evaluate(layoutFaults)
				faults.push(...found.map((fault) => `${look.name} ${of}: ${fault}`))
			}
			await page.close()
		}
		await context.close()
		expect(faults).toEqual([])
	})

/** Where a picture shows more than the pictures of every layout, which have neither styles nor photos. */
const drawn = [
	{ of: '12-mixed', width: 320, scheme: 'dark', named: 'all styles of cards', looks: /-(card|bubble|bare)$/ },
	{
		of: '3-photos',
		width: 1280,
		scheme: 'light',
		named: 'all layouts with photos',
		looks: /^(masonry|grid|carousel)|^(list|single|feature)$/,
	},
	{ of: '12-mixed', width: 320, scheme: 'dark', named: 'floating walls', looks: /^(tab|toast)/ },
	{ of: '12-mixed', width: 768, scheme: 'light', named: 'floating walls', looks: /^(tab|toast)/ },
] as const

for (const { of, width, scheme, named, looks } of drawn) {
	const shown = wallLooks.filter(({ name }) => looks.test(name))
	test(`${named} of ${of} are drawn as stored, ${scheme} and ${width} px wide`, {
		tag: '@looks',
	}, async ({ browser }) => {
		const context = await browser.newContext({
			viewport: { width, height: 640 },
			colorScheme: scheme,
			reducedMotion: 'reduce',
		})
		for (const visit of visitsOf(shown)) {
			const cells = visit.map((look) =>
				wholePixels(`<div class="cell" id="${look.name}">${pages.render(look, of)}</div>`),
			)
			const page = await pages.open(context, cells.join(''))
			for (const look of visit) {
				const picture = sharp(await pictureOf(page, look)).png({ palette: true, colours: 64, effort: 1 })
				const name = `looks-${look.name}-${of}-${width}-${scheme}.png`
				expect.soft(await picture.toBuffer(), name).toMatchSnapshot(name, { threshold: 0.2, maxDiffPixelRatio: 0.003 })
			}
			await page.close()
		}
		await context.close()
	})
}

test('a toast of long words shows the link to the rest of one testimonial at a time', { tag: '@looks' }, async ({
	browser,
}) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
	const toast = wallLooks.find(({ name }) => name === 'toast') as WallLook
	const page = await pages.open(context, pages.render(toast, '12-long'))
	await expect(page.getByRole('link', { name: /^Read more/ })).toHaveCount(1)
	await context.close()
})

/** Every look begins at a whole pixel, whatever the height of the one before: its edges are drawn as on a page of its own. */
const wholePixels = (cell: string) => `<div style="block-size: 4000px">${cell}</div>`

/** Looks in the flow share one page; each look that floats has a page of its own. */
const visitsOf = (looks: readonly WallLook[]): WallLook[][] => {
	const floating = looks.filter(({ floats }) => floats).map((look) => [look])
	const inFlow = looks.filter(({ floats }) => !floats)
	return inFlow.length > 0 ? [inFlow, ...floating] : floating
}

async function pictureOf(page: Page, { name, floats, isOpen }: WallLook): Promise<Buffer> {
	if (isOpen) await page.locator('plaudit-wall .tab').click()
	return floats ? page.screenshot() : page.locator(`#${name}`).screenshot()
}
