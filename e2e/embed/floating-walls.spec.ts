import type { Page } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { watchTab } from '#e2e/support/watch-tab.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'
import { heightRules } from '#web/features/walls/studio/embed-snippets.ts'

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
						// In the flow: under what stands before it, and above what comes after it.
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

test('a toast shows one testimonial after another, and stays closed until the page is loaded again', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'toast')
	const host = await openStrictSite(server.url, space, 'toast')
	try {
		await tab.setViewportSize({ width: 1180, height: 800 })
		await tab.goto(host.url)
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
	} finally {
		host.close()
	}
})

test('a toast stands still where visitors want no motion, and is accessible', async ({ browser, server, space }) => {
	await publishWall(server.url, space, 'toast')
	const host = await openStrictSite(server.url, space, 'toast')
	try {
		for (const width of [320, 1180]) {
			const options = { viewport: { width, height: 800 }, reducedMotion: 'reduce', bypassCSP: true } as const
			const context = await browser.newContext(options)
			const tab = await context.newPage()
			await tab.goto(host.url)
			await expect(tab.getByRole('dialog').locator('blockquote').first()).toBeVisible()
			await expect(tab.getByRole('dialog').getByText(words)).toBeHidden()
			await expectAccessibleInBothSchemes(tab, `toast at ${width} px`)
			await context.close()
		}
	} finally {
		host.close()
	}
})

test('a tab opens a panel with whole words, which Escape, its button and a click beside it close', async ({
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'tab')
	const host = await openStrictSite(server.url, space, 'tab')
	try {
		for (const width of [320, 1180]) {
			const options = { viewport: { width, height: 800 }, reducedMotion: 'reduce', bypassCSP: true } as const
			const context = await browser.newContext(options)
			const tab = await context.newPage()
			await tab.goto(host.url)
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
	} finally {
		host.close()
	}
})

for (const lang of ['en', 'ar'] as const)
	test(`the focus returns to the tab when the keyboard closes its panel, and stays where a click put it, in ${lang}`, async ({
		page: tab,
		server,
		space,
	}) => {
		await publishWall(server.url, space, 'tab')
		const host = await openHostSite({
			css: 'body { margin: 0 } #other { display: block; margin-inline: auto } #after { display: block; block-size: 3000px }',
			html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><h1>Host</h1><button id="other">Other</button><plaudit-wall wall="${space.wallId}" lang="${lang}"></plaudit-wall><p id="after">After</p><script async src="${server.url}/embed/${space.wallId}.js"></script></body></html>`,
		})
		try {
			const opener = tab.locator('plaudit-wall button.tab')
			const panel = tab.locator('plaudit-wall section[popover]')
			for (const width of [360, 1180]) {
				await tab.setViewportSize({ width, height: 800 })
				await tab.goto(host.url)
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
		} finally {
			host.close()
		}
	})

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
