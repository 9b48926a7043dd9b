import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { layoutFaults } from '#e2e/embed/layout-faults.ts'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { watchTab } from '#e2e/support/watch-tab.ts'
import { wallLayouts } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'
import { heightRules, type SnippetWall, scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'

const folder = join(import.meta.dirname, 'host-pages')
const hosts = (await readdir(folder)).filter((name) => name.endsWith('.html'))
const layouts = wallLayouts.filter((layout) => !isFloating(layout))
const walls = layouts.map((layout) => {
	const wall = publishedWall(layout, layout)
	return { ...wall, wall: { ...wall.wall, name: layout } }
})
const pasted: SnippetWall[] = walls.map((wall) => ({
	id: wall.wall.id,
	slug: wall.wall.slug,
	layout: wall.wall.layout,
	about: 'What people say',
	heights: estimateHeights(wall),
}))

/** The page with every wall in it; where a policy forbids style attributes, its style sheet reserves the heights. */
function pageWithWalls(html: string): string {
	const codes = pasted.map((wall) => scriptSnippet(installation, wall)).join('\n')
	const code = html.includes('Content-Security-Policy') ? codes.replaceAll(/ style="[^"]*"/g, '') : codes
	const rules = pasted.map(heightRules).join('\n')
	return html.replace('<!-- walls -->', () => code).replace('/* heights */', () => rules)
}

for (const name of hosts)
	for (const width of [320, 1280])
		test(`on the page ${name} at ${width} px every layout is whole, accessible and shifts nothing`, {
			tag: '@looks',
		}, async ({ browser }) => {
			const html = pageWithWalls(await readFile(join(folder, name), 'utf8'))
			const embeds = await readEmbeds(walls)
			const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
			await embeds.serve(context, { html })
			const tab = await context.newPage()
			const { problems } = watchTab(tab, hostUrl)
			const shifted = await countShifts(tab)
			await tab.goto(hostUrl)
			await expectWhole(tab, width)
			expect(await shifted()).toBe(0)
			// Pages without a router ignore it.
			await tab.evaluate(() => dispatchEvent(new Event('go')))
			await expectWhole(tab, width)
			expect(problems).toEqual([])
			expect(await accessibilityFaults(tab)).toEqual([])
			await context.close()
		})

/** Every wall is shown, as wide as its place, and nothing of it is cut. */
async function expectWhole(tab: Page, width: number): Promise<void> {
	const sections = tab.locator('plaudit-wall section.w')
	await expect(sections).toHaveCount(walls.length)
	expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
	for (const { wall } of walls) {
		const element = tab.locator(`plaudit-wall[wall="${wall.id}"]`)
		expect.soft(await element.evaluate(layoutFaults), wall.id).toEqual([])
		expect.soft(await element.evaluate(narrowerThanPlace), wall.id).toBe(0)
	}
}

/** The px by which a wall is narrower than most of its siblings. Runs in the page. */
function narrowerThanPlace(wall: Element): number {
	const widths = [...document.querySelectorAll('plaudit-wall')].map((one) => one.getBoundingClientRect().width)
	return Math.round(Math.max(...widths) - wall.getBoundingClientRect().width)
}

/** Faults of the walls that a host would answer for: those of WCAG, and names of regions, links and headings. */
async function accessibilityFaults(tab: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page: tab })
		.include('plaudit-wall')
		.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
		.options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
		.setLegacyMode()
		.analyze()
	return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`))
}
