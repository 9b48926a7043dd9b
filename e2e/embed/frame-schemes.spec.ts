import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { installation, openHostPage, readEmbeds } from '#test/support/walls/embed-site.ts'
import { frameSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'

// Only a browser decides which colour it draws behind the document of a frame.

type Box = { x: number; y: number; width: number; height: number }

const hosts = {
	light: { css: 'body { background: #fffdf7; color: #222 }', isLight: () => true },
	'dark by its colours alone': { css: 'body { background: #101014; color: #eee }', isLight: () => false },
	'dark by its colour scheme': { css: ':root { color-scheme: dark }', isLight: () => false },
	"the visitor's": { css: ':root { color-scheme: light dark }', isLight: (scheme: string) => scheme === 'light' },
}
const modes = ['auto', 'light', 'dark'] as const
const walls = modes.map((mode) => publishedWall(`single-${mode}`, 'single', { mode }))
const embeds = await readEmbeds(walls)
const codes = walls.flatMap((wall) => {
	const snippet = { ...wall.wall, about: 'What people say', heights: estimateHeights(wall), mode: wall.wall.theme.mode }
	const code = frameSnippet(installation, snippet)
	// As it was copied before the code named a colour scheme.
	return [code, code.replace(/color-scheme:\w+;/, '')].map((html) => ({ mode: snippet.mode, html }))
})

for (const scheme of ['light', 'dark'] as const)
	test(`a frame is readable on light and dark pages of a visitor whose system is ${scheme}, and no black box on a light page`, async ({
		browser,
	}) => {
		// Browsers draw no frame of another site that is out of sight.
		const context = await browser.newContext({ viewport: { width: 900, height: 3200 }, colorScheme: scheme })
		for (const [host, { css, isLight }] of Object.entries(hosts)) {
			await embeds.serve(context, {
				html: `<!doctype html><html lang="en"><title>Host</title><style>${css}</style>${codes.map(({ html }) => html).join('<hr>')}`,
			})
			const tab = await openHostPage(context)
			for (const [at, { mode }] of codes.entries()) {
				const name = `wall ${mode}, code ${at % 2 === 0 ? 'new' : 'old'}, page ${host}`
				const words = tab.locator('iframe').nth(at).contentFrame().locator('blockquote')
				const { contrast, background } = await readColours(tab, (await words.boundingBox()) as Box)
				expect.soft(contrast, name).toBeGreaterThanOrEqual(4.5)
				if (mode !== 'dark' && isLight(scheme)) expect.soft(background, name).toBeGreaterThan(0.8)
			}
			await tab.close()
		}
		await context.close()
	})

test('the address of a frame that is opened alone is readable in light and in dark', async ({ browser }) => {
	for (const colorScheme of ['light', 'dark'] as const) {
		const context = await browser.newContext({ colorScheme })
		await embeds.serve(context, { html: '' })
		const tab = await context.newPage()
		for (const mode of modes) {
			await tab.goto(`${installation}/embed/single-${mode}`)
			const { contrast } = await readColours(tab, (await tab.locator('blockquote').boundingBox()) as Box)
			expect.soft(contrast, `${mode} in ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
		}
		await context.close()
	}
})

/** The luminance of the colour that is drawn most, and its greatest contrast with another one, by WCAG 2.2. */
async function readColours(tab: Page, clip: Box): Promise<{ contrast: number; background: number }> {
	const { data, info } = await sharp(await tab.screenshot({ clip }))
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true })
	const counts = new Map<number, number>()
	for (let at = 0; at < data.length; at += info.channels) {
		const shade = luminance(data.subarray(at, at + 3))
		counts.set(shade, (counts.get(shade) ?? 0) + 1)
	}
	const shades = [...counts.keys()]
	const background = shades.reduce((most, one) => ((counts.get(one) ?? 0) > (counts.get(most) ?? 0) ? one : most))
	const contrasts = shades.map((one) => (Math.max(one, background) + 0.05) / (Math.min(one, background) + 0.05))
	return { contrast: Math.max(...contrasts), background }
}

function luminance(colour: Uint8Array): number {
	const [red = 0, green = 0, blue = 0] = [...colour].map((part) => {
		const share = part / 255
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
	})
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
