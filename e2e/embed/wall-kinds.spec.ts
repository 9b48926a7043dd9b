import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'

const embeds = await readEmbeds([publishedWall('ticker', 'ticker'), publishedWall('feature', 'feature')])

/** Serves a page of another site with a wall and its script. */
const servePage = (context: BrowserContext, id: string) =>
	embeds.serve(context, {
		html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>html { color-scheme: light dark; background: Canvas }</style><title>Host</title><main><h1>Host</h1><plaudit-wall wall="${id}"></plaudit-wall></main><script async src="${installation}/embed/${id}.js"></script>`,
	})

/** The play states of the animations that move the wall. */
const playStates = (tab: Page) =>
	tab
		.locator('plaudit-wall')
		.evaluate((wall) =>
			(wall.shadowRoot?.getAnimations() ?? [])
				.filter((one) => (one as CSSAnimation).animationName === 'go')
				.map(({ playState }) => playState),
		)

test('a ticker moves in one line, and pauses under the pointer, on focus and by its switch', { tag: '@looks' }, async ({
	page: tab,
	context,
}) => {
	await servePage(context, 'ticker')
	await tab.setViewportSize({ width: 900, height: 700 })
	await tab.goto(hostUrl)
	const wall = tab.locator('plaudit-wall')
	await expect(wall.locator('section')).toBeVisible()
	expect((await wall.boundingBox())?.height).toBe(52)
	expect(await playStates(tab)).toEqual(['running'])
	await wall.locator('.rows').hover()
	await expect.poll(() => playStates(tab)).toEqual(['paused'])
	await tab.mouse.move(400, 600)
	await expect.poll(() => playStates(tab)).toEqual(['running'])
	const link = wall.getByRole('link', { name: /The quietest week of my life/ })
	await link.focus()
	await expect.poll(() => playStates(tab)).toEqual(['paused'])
	await link.blur()
	await expect.poll(() => playStates(tab)).toEqual(['running'])
	await wall.getByRole('checkbox', { name: 'Pause' }).focus()
	await tab.keyboard.press('Space')
	await expect.poll(() => playStates(tab)).toEqual(['paused'])
})

test('the buttons of a feature show the next testimonial and the one before', { tag: '@looks' }, async ({
	page: tab,
	context,
}) => {
	await servePage(context, 'feature')
	for (const width of [360, 1100]) {
		await tab.setViewportSize({ width, height: 900 })
		await tab.goto(hostUrl)
		const cards = tab.locator('plaudit-wall .f')
		const left = async (at: number) => Math.round((await cards.nth(at).boundingBox())?.x ?? -1)
		const next = tab.getByRole('button', { name: 'Next' })
		await expect(next).toBeVisible()
		const start = await left(0)
		await next.click()
		await expect.poll(() => left(1)).toBe(start)
		await tab.getByRole('button', { name: 'Previous' }).click()
		await expect.poll(() => left(0)).toBe(start)
		await tab.locator('plaudit-wall ul').focus()
		await tab.keyboard.press('ArrowRight')
		await expect.poll(() => left(1)).toBe(start)
	}
})
