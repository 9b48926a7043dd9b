import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'
import { scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'

// Only a browser applies the rules of a site to the element of a wall.

const folder = new URL('host-rules/', import.meta.url)
const files = (await readdir(folder)).filter((one) => one.endsWith('.css')).sort()
const walls = (['masonry', 'grid', 'badge'] as const).map((layout) => publishedWall(layout, layout))
const embeds = await readEmbeds(walls)

for (const file of files)
	test(`a wall is whole on a site with the rules of ${file}, from its script and as static HTML without one`, async ({
		browser,
	}) => {
		const css = await readFile(new URL(file, folder), 'utf8')
		const codes = walls.flatMap((wall) => [
			scriptSnippet(installation, { ...wall.wall, about: 'What people say', heights: estimateHeights(wall) }),
			embeds.fragment(wall.wall.id),
		])
		for (const code of codes) {
			const context = await browser.newContext({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' })
			await embeds.serve(context, {
				css,
				html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title>
<link rel="stylesheet" href="/host.css"><body style="margin:0"><div><div>${code}</div></div>`,
			})
			const tab = await context.newPage()
			await tab.goto(hostUrl)
			const section = tab.locator('plaudit-wall .w')
			await expect(section).toBeVisible()
			const own = (await section.boundingBox()) ?? { width: 0, height: 0, x: 0 }
			const least = code.includes('wall="badge"') ? 320 : 360
			expect.soft(own.width, code.slice(0, 80)).toBeGreaterThanOrEqual(least)
			expect.soft(own.x + own.width).toBeLessThanOrEqual(391)
			const room = (await tab.locator('plaudit-wall .room').boundingBox())?.height ?? 0
			expect.soft(room - own.height).toBeLessThan(140)
			expect.soft(own.height - room).toBeLessThanOrEqual(1)
			expect.soft(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
			await context.close()
		}
	})
