import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

/** Code that was pasted when the wall was another one: the height in px stands in a rule of the page. */
const pasted = (rule: string, wall: string) =>
	`<style>.place > * { display: block; ${rule} }</style><div class="place">${wall}</div>`
const [tooLow, tooHigh] = ['block-size: 60px', 'min-height: 2000px']

/** @returns the height of the wall, with which the page goes on below it */
async function measure(tab: Page): Promise<number> {
	await expect(tab.locator('plaudit-wall section')).toBeVisible()
	const wall = await tab.locator('plaudit-wall').boundingBox()
	const height = wall?.height ?? 0
	expect((await tab.locator('#after').boundingBox())?.y).toBe((wall?.y ?? 0) + height)
	return height
}

test('an embed is as high as its words, and keeps the room that the page reserved only while it can be seen', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	const script = `<plaudit-wall wall="${space.wallId}"></plaudit-wall>`
	const loader = `<script async src="${server.url}/embed/${space.wallId}.js"></script>`
	await tab.setViewportSize({ width: 1000, height: 900 })
	const open = async (html: string) => {
		const host = await openHostSite({
			html: `<!doctype html><title>Host</title><style>body { margin-block-end: 4000px }</style>${html}<div id="after">After</div>`,
		})
		await tab.goto(host.url)
		return host
	}
	const host = await open(fragment)
	const own = await measure(tab)
	expect(own).toBeGreaterThan(400)
	host.close()
	const codes: [html: string, height: number][] = [
		[pasted(tooLow, fragment), own],
		[pasted(tooHigh, fragment), own],
		[pasted(tooLow, script) + loader, own],
		[pasted(tooHigh, script) + loader, 2000],
	]
	for (const [html, height] of codes) {
		const page = await open(html)
		expect(await measure(tab), html).toBe(height)
		await tab.evaluate(() => scrollTo(0, 1_000_000))
		await expect.poll(async () => (await tab.locator('plaudit-wall').boundingBox())?.height, html).toBe(own)
		page.close()
	}
})

test('a wall with a little too little room covers nothing of the page, and its buttons stay whole', async ({
	page: tab,
	server,
	space,
}) => {
	await tab.setViewportSize({ width: 1000, height: 900 })
	const loader = `<script async src="${server.url}/embed/${space.wallId}.js"></script>`
	const open = async (height: number) => {
		const wall = `<plaudit-wall wall="${space.wallId}"></plaudit-wall>`
		const html = `<!doctype html><title>Host</title>${pasted(`block-size: ${height}px`, wall)}${loader}<div id="after">After</div>`
		const host = await openHostSite({ html })
		await tab.goto(host.url)
		return host
	}
	for (const layout of ['grid', 'carousel'] as const) {
		await publishWall(server.url, space, layout)
		const roomy = await open(2000)
		await expect(tab.locator('plaudit-wall section')).toBeVisible()
		const whole = (await tab.locator('plaudit-wall section').boundingBox())?.height ?? 0
		roomy.close()
		const host = await open(Math.floor(whole) - 100)
		expect(await measure(tab), layout).toBe(Math.floor(whole) - 100)
		const covered = await tab.locator('#after').evaluate((after) => {
			const { x, y, height } = after.getBoundingClientRect()
			return document.elementFromPoint(x + 5, y + height / 2) !== after
		})
		expect(covered, layout).toBe(false)
		if (layout === 'carousel') {
			const wall = await tab.locator('plaudit-wall').boundingBox()
			for (const button of await tab.locator('plaudit-wall .go button').all()) {
				const box = await button.boundingBox()
				expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((wall?.y ?? 0) + (wall?.height ?? 0))
			}
		}
		host.close()
	}
})
