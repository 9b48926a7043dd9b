import { readdir, readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { type WallLayout, wallLayouts } from '#shared/wall.ts'
import { reservedHeights } from '#shared/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const widths = [320, 768, 1100]
const viewports = { phone: 320, tablet: 768, desktop: 1100 }

type Snippet = { name: string; code: string }

/** Layout of the heights that a snippet reserves. */
const layoutOf = (code: string) =>
	wallLayouts.find((layout) => code.includes(`?reserves=${reservedHeights(layout)}"`)) ?? 'masonry'

/** Every snippet of the documents that puts a wall on a page, with the addresses of a real wall. */
async function documentedSnippets(origin: string, { wallId, slug }: { wallId: string; slug: string }) {
	const root = new URL('../../', import.meta.url)
	const documents = ['README.md', ...(await readdir(new URL('docs/', root))).map((name) => `docs/${name}`)]
	const found: Snippet[] = []
	for (const name of documents.filter((one) => one.endsWith('.md'))) {
		const text = await readFile(new URL(name, root), 'utf8')
		for (const [, code = ''] of text.matchAll(/```html\n([\s\S]*?)```/g))
			if (/<plaudit-wall|<iframe/.test(code))
				found.push({
					name,
					code: code
						.replaceAll('https://praise.example.com', origin)
						.replaceAll('YOUR-WALL-ID', wallId)
						.replaceAll('YOUR-WALL', slug),
				})
	}
	return found
}

/**
 * Layout shift of a page with the snippet once in each width. The wall's own request is answered after the page was painted, so
 * that its arrival counts.
 */
async function measureShift(tab: Page, server: string, code: string, places: readonly number[]): Promise<number> {
	const within = places.map(
		(width) => `<div style="inline-size:${width}px;max-inline-size:100%">${code}</div><p>After</p>`,
	)
	const host = await openHostSite({
		html: `<!doctype html><title>Host</title><style>body{margin:0}</style>${within.join('')}`,
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
			else await expect(walls.nth(at).locator('section')).toBeVisible()
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

test('every snippet of the documents is two lines at most and shifts nothing at any width', async ({
	browser,
	server,
	space,
}) => {
	const snippets = await documentedSnippets(server.url, space)
	expect(snippets.map(({ name }) => name)).toEqual(['docs/embedding.md', 'docs/embedding.md'])
	await publishWall(server.url, space, layoutOf(snippets[0]?.code ?? ''))
	for (const width of Object.values(viewports)) {
		const tab = await browser.newPage({ viewport: { width, height: 900 } })
		await countShifts(tab)
		for (const { name, code } of snippets) {
			expect(code.trim().split('\n').length).toBeLessThanOrEqual(2)
			expect(await measureShift(tab, server.url, code, [width]), `${name} at ${width} px`).toBe(0)
		}
		await tab.close()
	}
})

test('the studio’s snippets are two lines at most and shift nothing in any layout and width', async ({
	page: studio,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(studio, server.url, space, `walls/${space.wallId}`)
	const shown = async (tab: string) => {
		await studio.getByRole('tab', { name: tab }).click()
		return (await studio.locator('.studio-code pre').first().textContent()) ?? ''
	}
	const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } })
	await countShifts(tab)
	for (const layout of wallLayouts) {
		await studio.getByRole('button', { name: new RegExp(`^${layout}$`, 'i') }).click()
		const codes = [await shown('One script'), await shown('Frame')]
		expect(codes.map(layoutOf)).toEqual([layout, layout] satisfies WallLayout[])
		expect(codes.map((code) => code.split('\n').length)).toEqual([2, 1])
		await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
		// A frame of 16 px around: the container counts, not the window.
		for (const code of codes)
			for (const places of [widths, [559, 560, 879, 880]])
				expect(await measureShift(tab, server.url, code, places), `${layout} in ${places}`).toBe(0)
	}
	await tab.close()
})
