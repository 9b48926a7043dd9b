import { readdir, readFile } from 'node:fs/promises'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { type PublicWall, wallLayouts } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'
import { hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'
import { frameSnippet, scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'

// Only a browser lays out an element in the places and by the style sheets of other sites.

type Parent = { name: string; css: string; html: string }
/** A wall as it was measured in a parent, in px. */
type Measured = { width: number; room: number; height: number; own: number; isReserved: boolean }

const folder = new URL('host-parents/', import.meta.url)
const parents: Parent[] = []
for (const file of (await readdir(folder)).filter((one) => one.endsWith('.html')).sort()) {
	const text = await readFile(new URL(file, folder), 'utf8')
	const [, css = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? []
	parents.push({ name: file.slice(0, -5), css, html: text.replace(/<style>[\s\S]*?<\/style>\n?/, '') })
}
const fonts = await wallFontRules()
const walls = wallLayouts.map((layout) => publishedWall(layout, layout))
const embeds = await readEmbeds(walls)

const snippetOf = (wall: PublicWall) => ({ ...wall.wall, about: 'What people say', heights: estimateHeights(wall) })
const codes = {
	script: (wall: PublicWall) => scriptSnippet(installation, snippetOf(wall)),
	/** As it was copied before walls had a width of their own. */
	'old script': (wall: PublicWall) =>
		scriptSnippet(installation, snippetOf(wall))
			.replace(/display:grid;grid:[^;]*;/, 'display:block;')
			.replace('grid-column:1/-1;', ''),
	static: ({ wall }: PublicWall) => embeds.fragment(wall.id),
	frame: (wall: PublicWall) => frameSnippet(installation, snippetOf(wall)),
}
/** The most px that the estimate of a height leaves below a wall until it is out of sight (docs/decisions/0068-size-of-embeds.md). */
const mostSpare = 140

type Kind = keyof typeof codes
const sheets = ['in time', 'late', 'never'] as const

/**
 * Opens a page with each wall in every parent. The places lie on each other at the top of the window, so that all walls are in sight and
 * keep what the page reserves.
 */
async function openParents(
	context: BrowserContext,
	kind: Kind,
	shown: readonly PublicWall[],
	sheet: (typeof sheets)[number],
) {
	const sections = shown.flatMap((wall) => {
		const code = codes[kind](wall).replace(/<script.*/, '')
		return parents.map(
			({ name, html }) =>
				`<section id="${wall.wall.id}-${name}">${html.replace('<!-- code -->', () => code)}</section>`,
		)
	})
	const scripts = shown.map((wall) => /<script.*/.exec(codes[kind](wall))?.[0] ?? '')
	await embeds.serve(context, {
		css: parents.map(({ css }) => css).join('\n'),
		html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title>
<style>body{margin:0}section{position:absolute;inset:0 0 auto}${fonts}</style><link rel="stylesheet" href="/host.css">${sections.join('')}${scripts.join('')}`,
	})
	const tab = await context.newPage()
	const shifted = await countShifts(tab)
	const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
	const { promise: released, resolve: release } = Promise.withResolvers<void>()
	await tab.route(`${installation}/embed/**`, async (route) => {
		await painted
		await route.fallback()
	})
	if (sheet === 'late')
		await tab.route(`${hostUrl}host.css`, async (route) => {
			await released
			await route.fallback()
		})
	if (sheet === 'never') await tab.route(`${hostUrl}host.css`, (route) => route.abort())
	await tab.goto(hostUrl, { waitUntil: 'commit' })
	await expect(tab.locator('section[id]')).toHaveCount(sections.length)
	// A font that arrives after a wall would move its words.
	await tab.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
	// Nothing is painted before the style sheet has come.
	if (sheet !== 'late') await tab.evaluate(nextPaint)
	paint()
	await expect(tab.locator(kind === 'frame' ? 'iframe' : 'plaudit-wall .box')).toHaveCount(sections.length)
	release()
	await tab.waitForLoadState('load')
	await tab.evaluate(nextPaint)
	return { tab, shifted }
}

/** Runs in the page. */
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

const measureAll = (tab: Page, isStyled: boolean) =>
	tab.locator('section[id]').evaluateAll(
		(sections, styled) =>
			sections.map((section): [string, Measured] => {
				const wall = section.querySelector('plaudit-wall, iframe') as HTMLElement
				const { width, height } = wall.getBoundingClientRect()
				const isReserved = wall.hasAttribute('reserved')
				wall.removeAttribute('reserved')
				const own = wall.getBoundingClientRect().height
				wall.toggleAttribute('reserved', isReserved)
				// A wall takes the room of its place, as a frame of its width does.
				const code = (wall.matches('iframe') ? wall.parentElement : wall) as HTMLElement
				const frame = document.createElement('iframe')
				const most = /^(badge|avatars)/.test(section.id) ? 320 : 1100
				// Static HTML has no style attribute that asks for the whole width.
				const fitting = wall.hasAttribute('style') ? '[data-parent=fit]' : '[data-parent=fit], [data-parent=align]'
				const fits = styled && section.querySelector(fitting)
				frame.style.cssText = `display:block;border:0;${fits ? `width:${most}px;max-width:100%` : 'width:100%'}`
				const css = code.style.cssText
				code.before(frame)
				code.style.setProperty('display', 'none', 'important')
				const room = frame.getBoundingClientRect().width
				code.style.cssText = css
				frame.remove()
				return [section.id, { width, room, height, own, isReserved }]
			}),
		isStyled,
	)

function expectWhole(name: string, { width, room, height, own }: Measured): void {
	expect.soft(Math.abs(width - room), `${name}: ${width} px wide in ${room}`).toBeLessThanOrEqual(1)
	expect.soft(own, `${name} is cut`).toBeLessThanOrEqual(height + 1)
	expect.soft(height - own, `${name} has blank room`).toBeLessThanOrEqual(mostSpare)
}

const inFlow = walls.filter(({ wall }) => !isFloating(wall.layout))

const few = inFlow.filter(({ wall }) => wall.layout === 'grid' || wall.layout === 'badge')

test('a wall has the width of its place and its height on a site whose style sheet comes late', {
	tag: '@each',
}, async ({ browser }) => {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
	const { tab, shifted } = await openParents(context, 'script', few, 'late')
	for (const [place, measured] of await measureAll(tab, true)) expectWhole(place, measured)
	expect(await shifted()).toBe(0)
	await context.close()
})

for (const kind of ['old script', 'static', 'frame'] as const)
	test(`the ${kind} has the width of its place in a wide and in a narrow window`, async ({ browser }) => {
		for (const width of [320, 1280]) {
			const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
			const { tab } = await openParents(context, kind, few, 'in time')
			for (const [place, measured] of await measureAll(tab, true)) expectWhole(`${place} at ${width} px`, measured)
			expect.soft(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
			await context.close()
		}
	})

for (const width of [320, 390, 1280])
	test(`at ${width} px every layout has the width of its place and its height, whether the style sheet comes in time, late or never`, async ({
		browser,
	}) => {
		const inTime = new Map<string, Measured>()
		for (const sheet of sheets) {
			const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
			const { tab, shifted } = await openParents(context, 'script', inFlow, sheet)
			expect.soft(await shifted(), sheet).toBe(0)
			for (const [place, measured] of await measureAll(tab, sheet !== 'never')) {
				expectWhole(`${place}, ${sheet}`, measured)
				if (sheet === 'in time') inTime.set(place, measured)
				if (sheet === 'late') expect.soft(measured, place).toEqual(inTime.get(place))
			}
			expect.soft(await tab.evaluate(() => document.documentElement.scrollWidth), sheet).toBeLessThanOrEqual(width)
			await context.close()
		}
	})
