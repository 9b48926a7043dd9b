import { expect, test } from '@playwright/test'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { hostUrl, installation, openHostPage, readEmbeds } from '#test/support/walls/embed-site.ts'
import { wallOf } from '#test/support/walls/wall-cases.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'

const reward = 'A map of <b>Lisbon</b>'
const items = plainItems.map((item, at) => ({ ...item, reward: at === 0 ? reward : null }))
const walls = [
	wallOf('masonry', items, readTheme({ lines: 3, more: 'place' })),
	wallOf('grid', items, readTheme({})),
].map((wall) => ({ ...wall, wall: { ...wall.wall, id: wall.wall.layout } }))
const embeds = await readEmbeds(walls)

const host = (html: string) =>
	`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Host</title><main><h1>Host</h1>${html}</main>`

test('long words unfold in their place without a script, and short ones have no button', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1000, height: 900 } })
	await embeds.serve(context, { html: host(embeds.fragment('masonry')) })
	const tab = await openHostPage(context)
	const long = tab.locator('.t', { hasText: 'nine years' })
	const words = long.locator('[part="words"]')
	const cut = (await words.boundingBox())?.height ?? 0
	await long.locator('summary').filter({ hasText: 'Read more' }).focus()
	await tab.keyboard.press('Enter')
	await expect(long.getByText('Read less')).toBeVisible()
	expect((await words.boundingBox())?.height).toBeGreaterThan(cut + 40)
	await long.getByText('Read less').click()
	expect((await words.boundingBox())?.height).toBe(cut)
	await expect(tab.locator('.t', { hasText: 'quietest week' }).locator('summary')).toHaveCount(0)
	await context.close()

	const scripted = await browser.newContext({ viewport: { width: 1000, height: 900 } })
	await embeds.serve(scripted, { html: host(embeds.fragment('masonry')) })
	const page = await openHostPage(scripted)
	await page.locator('.t', { hasText: 'nine years' }).getByText('Read more').click()
	await expectAccessible(page, 'unfolded words')
	await scripted.close()
})

test('what a rewarded testimonial was given for is opened by touch, without a script', {
	tag: '@looks',
}, async ({ browser }) => {
	const context = await browser.newContext({
		viewport: { width: 360, height: 740 },
		hasTouch: true,
		javaScriptEnabled: false,
	})
	await embeds.serve(context, { html: '' })
	const page = await context.newPage()
	await page.goto(`${installation}/embed/grid`)
	const note = page.getByText(reward)
	await expect(note).toBeHidden()
	await page.locator('summary', { hasText: 'rewarded' }).tap()
	await expect(note).toBeVisible()
	await context.close()

	const scripted = await browser.newContext({ viewport: { width: 360, height: 740 } })
	await embeds.serve(scripted, { html: host(embeds.fragment('grid')) })
	const open = await scripted.newPage()
	await open.goto(hostUrl)
	await open.locator('summary', { hasText: 'rewarded' }).click()
	await expectAccessible(open, 'a reward note')
	await scripted.close()
})
