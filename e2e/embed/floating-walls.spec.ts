import type { Page } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { watchTab } from '#e2e/support/watch-tab.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { heightRules } from '#web/features/walls/put-on-site/embed-snippets.ts'

const words = 'The quietest week of my life.'

/** A page of another site with a strict policy, whose own rules are hostile. */
function openStrictSite(origin: string, space: TestSpace, layout: 'tab' | 'toast') {
	return openHostSite({
		css: `${heightRules({ id: space.wallId, layout })} * { color: crimson !important } h1, p { color: CanvasText !important } html { background: Canvas; color-scheme: light dark } body { margin: 0 } #after { block-size: 3000px }`,
		policy: `default-src 'none'; style-src 'self'; script-src ${origin}; img-src ${origin}; require-trusted-types-for 'script'; trusted-types plaudit`,
		html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><main><h1>Host</h1><plaudit-wall wall="${space.wallId}"><a href="${origin}/w/${space.slug}">What people say</a></plaudit-wall><p id="after">After</p></main><script async src="${origin}/embed/${space.wallId}.js"></script></body></html>`,
	})
}

const top = async (tab: Page) => (await tab.locator('#after').boundingBox())?.y ?? 0
const openerOf = (tab: Page) => tab.getByRole('button', { name: /^What people say/ })

// Only a page of another site with its own policy shows where a wall floats there.
for (const layout of ['tab', 'toast'] as const)
	test(
		`the ${layout} makes one request, shifts nothing and covers nothing on a phone`,
		layout === 'tab' ? { tag: '@each' } : {},
		async ({ browser, server, space }) => {
			await publishWall(server.url, space, layout)
			const host = await openStrictSite(server.url, space, layout)
			try {
				for (const width of [320, 719, 720, 1180]) {
					const context = await browser.newContext({ viewport: { width, height: 800 } })
					const tab = await context.newPage()
					const { asked, problems } = watchTab(tab, host.url)
					const shifted = await countShifts(tab)
					await tab.goto(host.url)
					const shown = layout === 'tab' ? openerOf(tab) : tab.getByRole('dialog')
					await expect(shown).toBeVisible()
					const box = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
					const heading = (await tab.getByRole('heading').boundingBox()) ?? { y: 0, height: 0 }
					if (width < 720) {
						// A layout in the flow lies under the content before it and above the content after it.
						expect(box.y).toBeGreaterThanOrEqual(heading.y + heading.height)
						expect(await top(tab)).toBeGreaterThanOrEqual(box.y + box.height)
					} else if (layout === 'tab') {
						expect(box.x + box.width).toBe(await tab.evaluate(() => document.documentElement.clientWidth))
						expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(2)
					} else {
						expect(box.x).toBe(20)
						expect(box.y + box.height).toBeCloseTo(780, 0)
					}
					expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
					expect(await shifted()).toBe(0)
					expect(asked).toEqual([`${server.url}/embed/${space.wallId}.js`])
					expect(problems).toEqual([])
					expect(await context.cookies()).toEqual([])
					expect(await tab.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
					await context.close()
				}
			} finally {
				host.close()
			}
		},
	)

test('a tab works without JavaScript, and stands in the flow of a frame', async ({ browser, server, space }) => {
	await publishWall(server.url, space, 'tab')
	const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	const host = await openHostSite({
		html: `<!doctype html><title>Host</title>${fragment}<iframe src="${server.url}/embed/${space.wallId}" width="900" height="600"></iframe>`,
	})
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1180, height: 800 } })
	try {
		const tab = await context.newPage()
		await tab.goto(host.url)
		await expect(tab.frameLocator('iframe').getByText(words)).toBeVisible()
		await openerOf(tab).click()
		await expect(tab.locator('plaudit-wall').getByText(words)).toBeVisible()
	} finally {
		await context.close()
		host.close()
	}
})
