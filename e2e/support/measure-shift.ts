import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'

// The estimate of heights holds for usual fonts; those of the machine may be wider.
const fonts = await wallFontRules()

/**
 * Layout shift of a page with the snippet once in each width. The wall's own request is answered after the page was painted, so
 * that its arrival counts.
 * @param tab on which `countShifts` was called
 */
export async function measureShift(
	tab: Page,
	server: string,
	code: string,
	places: readonly number[],
): Promise<number> {
	const within = places.map(
		(width) => `<div style="inline-size:${width}px;max-inline-size:100%">${code}</div><p>After</p>`,
	)
	const host = await openHostSite({
		html: `<!doctype html><title>Host</title><style>body{margin:0}${fonts}</style>${within.join('')}`,
	})
	const walls = tab.locator('plaudit-wall, iframe')
	let isPainted = () => {}
	const painted = new Promise<void>((resolve) => {
		isPainted = resolve
	})
	await tab.route(`${server}/embed/**`, async (route) => {
		await painted
		await route.continue()
	})
	try {
		await tab.goto(host.url, { waitUntil: 'commit' })
		await expect(tab.getByText('After')).toHaveCount(places.length)
		// A font that arrives after the wall would move its words.
		await tab.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())))
		await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		// A wall out of sight may take the height of its words.
		const tops = () =>
			tab
				.getByText('After')
				.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top).filter((top) => top < innerHeight))
		const before = await tops()
		isPainted()
		await tab.waitForLoadState('load')
		for (let at = 0; at < places.length; at++)
			if (code.includes('<iframe')) await expect(walls.nth(at).contentFrame().locator('section')).toBeVisible()
			else await expect(walls.nth(at).locator('.box')).toBeAttached()
		await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		expect(await tops(), code).toEqual(before)
		const scrolled = await tab
			.locator('plaudit-wall .box')
			.evaluateAll((boxes) =>
				boxes
					.filter((box) => getComputedStyle(box).overflowY === 'auto' && box.scrollHeight > box.clientHeight)
					.map((box) => `${box.clientWidth}: ${box.scrollHeight} > ${box.clientHeight}`),
			)
		expect(scrolled, code).toEqual([])
		return await tab.evaluate(() =>
			(window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
		)
	} finally {
		await tab.unrouteAll()
		host.close()
	}
}
