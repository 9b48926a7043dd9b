import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { heights } from '#shared/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

/** Code that was pasted when the wall had another layout: the height stands in a rule or in an attribute of the page. */
const pasted = {
	'a fixed height in the page’s style sheet': (wall: string) =>
		`<style>.place > * { display: block; inline-size: 100%; block-size: 60px }</style><div class="place">${wall}</div>`,
	'a minimum height': (wall: string) =>
		`<style>.place > * { min-height: 2000px }</style><div class="place">${wall}</div>`,
}

async function expectHeight(tab: Page, height: number): Promise<void> {
	await expect(tab.locator('plaudit-wall section')).toBeVisible()
	const wall = await tab.locator('plaudit-wall').boundingBox()
	expect(wall?.height).toBe(height)
	expect((await tab.locator('#after').boundingBox())?.y).toBe((wall?.y ?? 0) + height)
}

test('the height of an embed follows its wall, whatever the pasted code reserved', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	const script = `<plaudit-wall wall="${space.wallId}"></plaudit-wall>`
	const loader = `<script async src="${server.url}/embed/${space.wallId}.js"></script>`
	await tab.setViewportSize({ width: 1000, height: 900 })
	for (const put of Object.values(pasted))
		for (const [code, end] of [
			[script, loader],
			[fragment, ''],
		] as const) {
			const host = await openHostSite({
				html: `<!doctype html><title>Host</title>${put(code)}<div id="after">After</div>${end}`,
			})
			await tab.goto(host.url)
			await expectHeight(tab, heights.grid[2])
			host.close()
		}
})
