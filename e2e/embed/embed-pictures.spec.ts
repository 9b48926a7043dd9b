import { expect, type Frame, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { wallLayouts } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'
import { installation, openHostPage, readEmbeds } from '#test/support/walls/embed-site.ts'
import { wallOf } from '#test/support/walls/wall-cases.ts'
import { frameSnippet, scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'

const widths = [320, 768, 1100] as const
const schemes = ['light', 'dark'] as const
const deliveries = ['script', 'static HTML', 'frame'] as const

// The product's own fonts, without hinting: those of the machine differ.
test.use({ launchOptions: { ...chromium, args: [...chromium.args, '--font-render-hinting=none'] } })

/** Floating layouts have journeys of their own. */
const layouts = wallLayouts.filter((layout) => !isFloating(layout))

const roomy = [900, 900, 900, 900, 900, 900, 900, 900, 900] as const

/** The sample testimonials, as a form without a proof of its submitter publishes them. */
const items = plainItems.map((item) => ({ ...item, basis: null }))
const walls = layouts.map((layout) => {
	const wall = wallOf(layout, items, readTheme({}))
	return {
		...wall,
		wall: { ...wall.wall, id: layout, slug: layout },
		space: { ...wall.space, name: 'Northlight Frames' },
	}
})

/**
 * Stops what moves at its beginning; returns whether it stood there already. Scroll-driven animations, which fade cut text, are
 * left alone.
 */
const stopMotion = () => {
	let stood = true
	for (const wall of document.querySelectorAll('plaudit-wall'))
		for (const animation of wall.shadowRoot?.getAnimations() ?? []) {
			if (!(animation.timeline instanceof DocumentTimeline)) continue
			stood &&= animation.playState === 'paused' && !animation.pending && animation.currentTime === 0
			animation.pause()
			animation.currentTime = 0
		}
	return stood
}

/** True when a document has the colours of a scheme: a frame gets them after its host. */
const hasScheme = (scheme: string) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches

/** Waits for two paints, so that what was changed is in the next screenshot. */
const paint = () =>
	new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))

/** Gives a document the fonts, and waits until its walls are drawn with them. */
async function settle(target: Page | Frame, fonts: string, walls: number): Promise<void> {
	await expect(target.locator('plaudit-wall section')).toHaveCount(walls)
	await target.addStyleTag({ content: fonts })
	await target.evaluate(async () => {
		await Promise.all(
			['16px "Test Serif"', '16px "Test Sans"', '600 16px "Test Sans"'].map((font) => document.fonts.load(font)),
		)
		await document.fonts.ready
	})
}

for (const width of widths)
	test(`every layout ${width} px wide is drawn as stored, as a script, in static HTML and in a frame`, {
		tag: '@looks',
	}, async ({ browser }) => {
		const fonts = await wallFontRules()
		const embeds = await readEmbeds(walls)
		const cells = layouts.flatMap((layout) => {
			// More room than any of them needs: the pictures are cut to the height of the words.
			const wall = { id: layout, layout, slug: layout, about: 'What people say', heights: roomy }
			// The host page follows the visitor's system, which a frame does only where its address says so.
			const frame = frameSnippet(installation, wall).replace('?', '?theme=auto&')
			return [scriptSnippet(installation, wall), embeds.fragment(layout), frame]
		})
		// The policy of the frame allows no other style sheet, so the fonts could not be exchanged.
		const context = await browser.newContext({ bypassCSP: true, viewport: { width: width * 3 + 32, height: 12_000 } })
		await embeds.serve(context, {
			html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Host</title>
<style>body { margin: 0; display: grid; grid-template-columns: repeat(3, ${width}px); gap: 16px; justify-content: start; align-items: start }</style>
${cells.map((code) => `<div class="cell">${code}</div>`).join('\n')}`,
		})
		const page = await openHostPage(context)
		await settle(page, fonts, layouts.length * 2)
		await expect.poll(() => page.frames().length).toBe(layouts.length + 1)
		for (const frame of page.frames().slice(1)) await settle(frame, fonts, 1)
		for (const scheme of schemes) {
			await page.emulateMedia({ colorScheme: scheme })
			const boxes = await page
				.locator('.cell')
				.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
			for (const frame of page.frames()) {
				await frame.waitForFunction(hasScheme, scheme)
				await expect.poll(() => frame.evaluate(stopMotion)).toBe(true)
				await frame.evaluate(paint)
			}
			const sheet = sharp(await page.screenshot())
			for (const [at, { x, y }] of boxes.entries()) {
				const height = boxes[at - (at % 3) + 1]?.height ?? 0
				const area = { left: x, top: y, width, height }
				const picture = await sheet.clone().extract(area).png({ palette: true, colours: 64, effort: 1 }).toBuffer()
				const name = `${layouts[Math.floor(at / 3)]}-${width}-${scheme}.png`
				expect
					.soft(picture, `${name} as ${deliveries[at % 3]}`)
					.toMatchSnapshot(name, { threshold: 0.2, maxDiffPixelRatio: 0.003 })
			}
		}
		await context.close()
	})
