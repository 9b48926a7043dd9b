import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const pageWith = (origin: string, id: string) =>
	`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>html { color-scheme: light dark; background: Canvas }</style><title>Host</title><main><h1>Host</h1><plaudit-wall wall="${id}"></plaudit-wall></main><script async src="${origin}/embed/${id}.js"></script>`

/** The play states of the animations that move the wall. */
const playStates = (tab: Page) =>
	tab
		.locator('plaudit-wall')
		.evaluate((wall) =>
			(wall.shadowRoot?.getAnimations() ?? [])
				.filter((one) => (one as CSSAnimation).animationName === 'go')
				.map(({ playState }) => playState),
		)

test('a ticker moves in one line, and pauses under the pointer, on focus and by its switch', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'ticker')
	const host = await openHostSite({ html: pageWith(server.url, space.wallId) })
	try {
		await tab.setViewportSize({ width: 900, height: 700 })
		await tab.goto(host.url)
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
	} finally {
		host.close()
	}
})

test('the buttons of a feature show the next testimonial and the one before', async ({ page: tab, server, space }) => {
	await publishWall(server.url, space, 'feature')
	const host = await openHostSite({ html: pageWith(server.url, space.wallId) })
	try {
		for (const width of [360, 1100]) {
			await tab.setViewportSize({ width, height: 900 })
			await tab.goto(host.url)
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
	} finally {
		host.close()
	}
})

for (const layout of ['ratings', 'ticker', 'feature'])
	test(`the layout ${layout} is accessible on a phone and a desktop`, async ({ browser, server, space }) => {
		await publishWall(server.url, space, layout)
		const host = await openHostSite({ html: pageWith(server.url, space.wallId) })
		try {
			for (const width of [320, 1180]) {
				const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
				const tab = await context.newPage()
				await tab.goto(host.url)
				await expect(tab.locator('plaudit-wall section')).toBeVisible()
				expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
				await expectAccessibleInBothSchemes(tab, `${layout} at ${width} px`)
				await context.close()
			}
		} finally {
			host.close()
		}
	})

test('a rating summary counts what the wall does not show, too', async ({ page: tab, server, space }) => {
	await publishWall(server.url, space, 'ratings')
	await space.client
		.from('walls')
		.update({ selection: { limit: 1 } })
		.eq('id', space.wallId)
		.throwOnError()
	const host = await openHostSite({ html: pageWith(server.url, space.wallId) })
	try {
		await tab.setViewportSize({ width: 1180, height: 900 })
		await tab.goto(host.url)
		const wall = tab.locator('plaudit-wall')
		await expect(wall.getByText('7 testimonials, 6 with stars')).toBeVisible()
		await expect(wall.locator('.dist b')).toHaveText(['2', '0', '1', '1', '2'])
		await expect(wall.locator('blockquote')).toHaveCount(1)
	} finally {
		host.close()
	}
})

test('the studio shows every kind, says what a floating one does, and stores the choice', async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const layouts = page.getByRole('group', { name: 'Layout' })
	await expect(layouts.getByRole('button')).toHaveCount(13)
	await layouts.getByRole('button', { name: 'Ticker' }).click()
	const still = page.getByRole('checkbox', { name: 'Stands still under the pointer' })
	await still.uncheck()
	await expect(page.getByText('layout shift 0', { exact: true })).toBeVisible()
	await layouts.getByRole('button', { name: 'Ratings' }).click()
	await expect(still).toHaveCount(0)
	for (const name of ['Side tab', 'Toast']) {
		await layouts.getByRole('button', { name }).click()
		await expect(page.getByText(/A frame has no edge of the page/)).toBeVisible()
		await expect(page.getByRole('tab', { name: 'Frame' })).toHaveCount(0)
		await expect(page.getByText('layout shift 0', { exact: true })).toBeVisible()
	}
	await expectAccessibleInBothSchemes(page, 'studio with a toast')
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	const { data } = await space.client
		.from('walls')
		.select('layout, theme')
		.eq('id', space.wallId)
		.single()
		.throwOnError()
	expect(data).toMatchObject({ layout: 'toast', theme: { hover_pause: false } })
})
