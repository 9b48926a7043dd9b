import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { type HostPage, hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'
import { heightRules } from '#web/features/walls/put-on-site/embed-snippets.ts'

const words = 'The quietest week of my life.'
const arabic = publishedWall('tab-ar', 'tab')
const embeds = await readEmbeds([
	publishedWall('tab', 'tab'),
	publishedWall('toast', 'toast'),
	publishedWall('tab-en', 'tab'),
	{ ...arabic, space: { ...arabic.space, locale: 'ar' } },
])

/** A page of another site with a strict policy, whose own rules are hostile. */
const strictSite = (layout: 'tab' | 'toast'): HostPage => ({
	css: `${heightRules({ id: layout, layout })} * { color: crimson !important } h1, p { color: CanvasText !important } html { background: Canvas; color-scheme: light dark } body { margin: 0 } #after { block-size: 3000px }`,
	policy: `default-src 'none'; style-src 'self'; script-src ${installation}; img-src ${installation}; require-trusted-types-for 'script'; trusted-types plaudit`,
	html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><main><h1>Host</h1><plaudit-wall wall="${layout}"><a href="${installation}/w/${layout}">What people say</a></plaudit-wall><p id="after">After</p></main><script async src="${installation}/embed/${layout}.js"></script></body></html>`,
})

const top = async (tab: Page) => (await tab.locator('#after').boundingBox())?.y ?? 0
const openerOf = (tab: Page) => tab.getByRole('button', { name: /^What people say/ })

/** The play states of the animation in which testimonials take turns. */
const turns = (tab: Page) =>
	tab
		.locator('plaudit-wall')
		.evaluate((wall) => [
			...new Set(
				(wall.shadowRoot?.getAnimations() ?? [])
					.filter((one) => (one as CSSAnimation).animationName === 'turn')
					.map(({ playState }) => playState),
			),
		])

test('a toast shows one testimonial after another, and stays closed until the page is loaded again', {
	tag: '@looks',
}, async ({ page: tab, context }) => {
	await embeds.serve(context, strictSite('toast'))
	await tab.setViewportSize({ width: 1180, height: 800 })
	await tab.goto(hostUrl)
	const toast = tab.getByRole('dialog')
	await expect(toast).toBeVisible()
	const before = await top(tab)
	for (const [seconds, at] of [
		[4, 0],
		[12, 1],
		[20, 2],
	] as const) {
		await tab.locator('plaudit-wall').evaluate((wall, time) => {
			for (const animation of wall.shadowRoot?.getAnimations() ?? [])
				if ((animation as CSSAnimation).animationName === 'turn') animation.currentTime = time * 1000
		}, seconds)
		const seen = await toast
			.locator('blockquote')
			.evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility === 'visible'))
		expect(seen.indexOf(true)).toBe(at)
		expect(seen.lastIndexOf(true)).toBe(at)
	}
	// It stands still under the pointer and while its button has the focus.
	expect(await turns(tab)).toEqual(['running'])
	await toast.hover()
	await expect.poll(() => turns(tab)).toEqual(['paused'])
	await tab.mouse.move(900, 100)
	await expect.poll(() => turns(tab)).toEqual(['running'])
	await toast.getByRole('button', { name: 'Close' }).focus()
	await expect.poll(() => turns(tab)).toEqual(['paused'])

	await tab.evaluate(() => scrollTo(0, 700))
	await tab.keyboard.press('Enter')
	await expect(toast).toHaveCount(0)
	expect(await tab.evaluate(() => scrollY)).toBe(700)
	await tab.evaluate(() => scrollTo(0, 0))
	expect(await top(tab)).toBe(before)
	await tab.evaluate(() => scrollTo(0, 1500))
	await expect(toast).toHaveCount(0)
	await tab.reload()
	await expect(toast).toBeVisible()

	// On a phone it gives its place back.
	await tab.setViewportSize({ width: 320, height: 800 })
	await tab.evaluate(() => scrollTo(0, 0))
	await tab.reload()
	await expect(toast).toBeVisible()
	const whole = await top(tab)
	await toast.getByRole('button', { name: 'Close' }).click()
	await expect(toast).toHaveCount(0)
	expect(await top(tab)).toBeLessThan(whole - 100)
})

test('a toast stands still where visitors want no motion, and is accessible', { tag: '@looks' }, async ({
	browser,
}) => {
	const host = strictSite('toast')
	for (const width of [320, 1180]) {
		const options = { viewport: { width, height: 800 }, reducedMotion: 'reduce', bypassCSP: true } as const
		const context = await browser.newContext(options)
		await embeds.serve(context, host)
		const tab = await context.newPage()
		await tab.goto(hostUrl)
		await expect(tab.getByRole('dialog').locator('blockquote').first()).toBeVisible()
		await expect(tab.getByRole('dialog').getByText(words)).toBeHidden()
		await expectAccessibleInBothSchemes(tab, `toast at ${width} px`)
		await context.close()
	}
})

test('a tab opens a panel with whole words, which Escape, its button and a click beside it close', {
	tag: '@looks',
}, async ({ browser }) => {
	const host = strictSite('tab')
	for (const width of [320, 1180]) {
		const options = { viewport: { width, height: 800 }, reducedMotion: 'reduce', bypassCSP: true } as const
		const context = await browser.newContext(options)
		await embeds.serve(context, host)
		const tab = await context.newPage()
		await tab.goto(hostUrl)
		const panel = tab.locator('plaudit-wall section[popover]')
		await expect(openerOf(tab)).toBeVisible()
		await expect(panel).toBeHidden()
		const before = await top(tab)
		await openerOf(tab).focus()
		await tab.keyboard.press('Enter')
		await expect(panel.getByText(words)).toBeVisible()
		await expect(panel.getByText('Showing 7 of 7 published, chosen by the owner')).toBeVisible()
		const box = (await panel.boundingBox()) ?? { x: 0, width: 0, height: 0 }
		expect(box.height).toBeLessThanOrEqual(800)
		expect(Math.round(box.x + box.width)).toBe(await tab.evaluate(() => document.documentElement.clientWidth))
		expect(await top(tab)).toBe(before)
		await expectAccessibleInBothSchemes(tab, `open panel at ${width} px`)
		// The next stop of the keyboard is within.
		await tab.keyboard.press('Tab')
		await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
		await tab.keyboard.press('Escape')
		await expect(panel).toBeHidden()
		await expect(openerOf(tab)).toBeFocused()

		await openerOf(tab).click()
		await panel.getByRole('button', { name: 'Close' }).click()
		await expect(panel).toBeHidden()
		await openerOf(tab).click()
		await expect(panel).toBeVisible()
		await tab.mouse.click(30, 20)
		await expect(panel).toBeHidden()
		await context.close()
	}
})

for (const lang of ['en', 'ar'] as const)
	test(`the focus returns to the tab when the keyboard closes its panel, and stays where a click put it, in ${lang}`, {
		tag: '@looks',
	}, async ({ page: tab, context }) => {
		await embeds.serve(context, {
			css: 'body { margin: 0 } #other { display: block; margin-inline: auto } #after { display: block; block-size: 3000px }',
			html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><h1>Host</h1><button id="other">Other</button><plaudit-wall wall="tab-${lang}" lang="${lang}"></plaudit-wall><p id="after">After</p><script async src="${installation}/embed/tab-${lang}.js"></script></body></html>`,
		})
		const opener = tab.locator('plaudit-wall button.tab')
		const panel = tab.locator('plaudit-wall section[popover]')
		for (const width of [360, 1180]) {
			await tab.setViewportSize({ width, height: 800 })
			await tab.goto(hostUrl)
			await expect(opener).toHaveAttribute('dir', lang === 'ar' ? 'rtl' : 'ltr')
			await tab.evaluate(() => scrollTo(0, 40))
			const close = panel.locator('.head button')
			for (const way of ['Escape', 'the close button']) {
				await opener.focus()
				const before = await tab.evaluate(() => scrollY)
				await tab.keyboard.press('Enter')
				await expect(panel).toBeVisible()
				await tab.keyboard.press('Tab')
				await expect(close).toBeFocused()
				await tab.keyboard.press(way === 'Escape' ? 'Escape' : 'Enter')
				await expect(panel).toBeHidden()
				await expect(opener, `${way} at ${width} px`).toBeFocused()
				expect(await tab.evaluate(() => scrollY)).toBe(before)
			}
			await opener.focus()
			await tab.keyboard.press('Enter')
			await tab.keyboard.press('Tab')
			await expect(close).toBeFocused()
			await tab.evaluate(() => scrollTo(0, 0))
			const other = tab.locator('#other')
			if (width > 720) {
				await other.click()
				await expect(panel).toBeHidden()
				await expect(other).toBeFocused()
			}
		}
	})
