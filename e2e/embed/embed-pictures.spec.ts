import type { Frame, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { type WallLayout, wallLayouts } from '#shared/wall.ts'
import { isFloating } from '#shared/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { frameSnippet, scriptSnippet } from '#web/features/walls/studio/embed-snippets.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'

const widths = [320, 768, 1100] as const
const schemes = ['light', 'dark'] as const
const deliveries = ['script', 'static HTML', 'frame'] as const

// The product's own fonts, without hinting: those of the machine differ.
test.use({ launchOptions: { ...chromium, args: [...chromium.args, '--font-render-hinting=none'] } })

/** What floats has journeys of its own. */
const layouts = wallLayouts.filter((layout) => !isFloating(layout))

const roomy = [900, 900, 900, 900, 900, 900] as const

/** Publishes the sample testimonials in their order, and a wall in each layout. */
async function publishWalls(url: string, space: TestSpace): Promise<Map<WallLayout, string>> {
	for (const { text, rating, author } of [...plainItems].reverse()) {
		const { id } = await submitTestimonial(url, space, {
			body: text,
			rating,
			author: { name: author.name, title: author.title ?? '' },
		})
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	}
	const walls = layouts.map((layout) => ({
		space_id: space.spaceId,
		slug: `${space.slug}-${layout}`,
		name: layout,
		layout,
	}))
	const { data } = await space.client.from('walls').insert(walls).select('id, layout').throwOnError()
	return new Map(data.map(({ id, layout }) => [layout, id]))
}

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

/** Whether a document has the colours of a scheme: a frame gets them after its host. */
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
	test(`every layout ${width} px wide is drawn as stored, as a script, in static HTML and in a frame`, async ({
		browser,
		server,
		space,
	}) => {
		const ids = await publishWalls(server.url, space)
		const fonts = await wallFontRules()
		const cells: string[] = []
		for (const [layout, id] of ids) {
			// More room than any of them needs: the pictures are cut to the height of the words.
			const wall = { id, layout, slug: `${space.slug}-${layout}`, about: 'What people say', heights: roomy }
			const fragment = await (await fetch(`${server.url}/embed/${id}.html`)).text()
			for (const code of [scriptSnippet(server.url, wall), fragment, frameSnippet(server.url, wall)])
				cells.push(`<div class="cell">${code}</div>`)
		}
		const host = await openHostSite({
			html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Host</title>
<style>body { margin: 0; display: grid; grid-template-columns: repeat(3, ${width}px); gap: 16px; justify-content: start; align-items: start }</style>
${cells.join('\n')}`,
		})
		// The policy of the frame allows no other style sheet, so the fonts could not be exchanged.
		const context = await browser.newContext({ bypassCSP: true, viewport: { width: width * 3 + 32, height: 12_000 } })
		const page = await context.newPage()
		try {
			await page.goto(host.url)
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
					const name = `${[...ids.keys()][Math.floor(at / 3)]}-${width}-${scheme}.png`
					expect
						.soft(picture, `${name} as ${deliveries[at % 3]}`)
						.toMatchSnapshot(name, { threshold: 0.2, maxDiffPixelRatio: 0.003 })
				}
			}
		} finally {
			await context.close()
			host.close()
		}
	})
