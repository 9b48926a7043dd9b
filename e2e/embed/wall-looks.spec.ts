import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { layoutFaults } from '#e2e/embed/layout-faults.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
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
	test(`at ${width} px no layout in any style cuts, covers or crops what it shows`, async ({ browser }) => {
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
	{ of: '12-mixed', width: 320, scheme: 'dark', looks: /-(card|bubble|bare)$/ },
	{ of: '3-photos', width: 1280, scheme: 'light', looks: /^(masonry|grid|carousel)|^(list|single|feature)$/ },
	{ of: '12-mixed', width: 320, scheme: 'dark', looks: /^(tab|toast)/ },
	{ of: '12-mixed', width: 768, scheme: 'light', looks: /^(tab|toast)/ },
] as const

for (const { of, width, scheme, looks } of drawn)
	for (const look of wallLooks.filter(({ name }) => looks.test(name)))
		test(`the look ${look.name} of ${of} is drawn as stored, ${scheme} and ${width} px wide`, async ({ browser }) => {
			const context = await browser.newContext({
				viewport: { width, height: 640 },
				colorScheme: scheme,
				reducedMotion: 'reduce',
			})
			const page = await pages.open(context, `<div class="cell">${pages.render(look, of)}</div>`)
			const picture = sharp(await pictureOf(page, look)).png({ palette: true, colours: 64, effort: 1 })
			expect(await picture.toBuffer()).toMatchSnapshot(`looks-${look.name}-${of}-${width}-${scheme}.png`, {
				threshold: 0.2,
				maxDiffPixelRatio: 0.003,
			})
			await context.close()
		})

test('a toast of long words shows the link to the rest of one testimonial at a time', async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
	const toast = wallLooks.find(({ name }) => name === 'toast') as WallLook
	const page = await pages.open(context, pages.render(toast, '12-long'))
	await expect(page.getByRole('link', { name: /^Read more/ })).toHaveCount(1)
	await context.close()
})

async function pictureOf(page: Page, { floats, isOpen }: WallLook): Promise<Buffer> {
	if (isOpen) await page.locator('plaudit-wall .tab').click()
	return floats ? page.screenshot() : page.locator('.cell').screenshot()
}
