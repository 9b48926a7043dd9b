import { drawnAgain, drawnFonts, putFont } from '#e2e/support/brand-font.ts'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { watchTab } from '#e2e/support/watch-tab.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { interTtf, interWoff2 } from '#test/support/product/font-files.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const setInBrand = (space: TestSpace) =>
	space.client
		.from('walls')
		.update({ theme: { type: 'brand' } })
		.eq('id', space.wallId)
		.throwOnError()

const pageWith = (code: string) =>
	`<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><style>body{margin:0}</style><h1>Host</h1><div style="block-size:1800px">${code}</div><p>After</p>`

test('an embed in the font of the brand makes one request more, and is drawn with it in every way of embedding', async ({
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await setInBrand(space)
	const font = await putFont(server.url, space, await interWoff2())
	const address = `${server.url}/embed/${space.wallId}`
	const wall = `<plaudit-wall wall="${space.wallId}"></plaudit-wall>`
	const ways: [code: string, requests: string[]][] = [
		[`${wall}<script async src="${address}.js"></script>`, [`${address}.js`, font]],
		[
			`${wall}${wall}<script async src="${server.url}/embed.js"></script>`,
			[`${server.url}/embed.js`, `${address}.html`, font],
		],
		[
			`${await (await fetch(`${address}.html`)).text()}<script async src="${server.url}/embed.js"></script>`,
			[`${server.url}/embed.js`, font],
		],
		[await (await fetch(`${address}.html`)).text(), [font]],
	]
	for (const [code, requests] of ways) {
		const host = await openHostSite({ html: pageWith(code) })
		const context = await browser.newContext({ viewport: { width: 900, height: 900 } })
		const tab = await context.newPage()
		await tab.goto(host.url)
		await expect(tab.locator('plaudit-wall .q').first()).toBeVisible()
		await tab.waitForLoadState('networkidle')
		const { asked, problems } = watchTab(tab, host.url)
		const shifted = await countShifts(tab)
		await expect.poll(() => drawnAgain(tab, tab.locator('plaudit-wall .q').first()), code).toEqual(['Inter'])
		expect(await drawnFonts(tab, tab.locator('plaudit-wall .end a').first())).toEqual(['Inter'])
		expect([...new Set(asked)].sort(), code).toEqual([...requests].sort())
		expect(problems).toEqual([])
		expect(await shifted()).toBe(0)
		await context.close()
		host.close()
	}
})

test('words never move for a font, however late it comes', async ({ browser, server, space }) => {
	await publishWall(server.url, space, 'grid')
	await setInBrand(space)
	const font = await putFont(server.url, space, await interWoff2())
	const host = await openHostSite({
		html: pageWith(
			`<plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script>`,
		),
	})
	for (const delay of [0, 40, 80, 130, 390, 480, 700]) {
		const context = await browser.newContext({ viewport: { width: 900, height: 900 } })
		const tab = await context.newPage()
		const shifted = await countShifts(tab)
		let isThere = () => {}
		const there = new Promise<void>((resolve) => {
			isThere = resolve
		})
		await tab.route(font, async (route) => {
			setTimeout(() => route.continue().then(isThere), delay)
		})
		await tab.goto(host.url)
		const words = tab.locator('plaudit-wall .q').first()
		await expect(words).toBeVisible()
		await there
		await tab.waitForLoadState('networkidle')
		await tab.evaluate(() => document.fonts.ready)
		await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
		expect(await shifted(), `${delay} ms`).toBe(0)
		await context.close()
	}
	host.close()
})

test('a first visit to the script of a wall is drawn with the font, and one whose font hangs is shown without it, from the same requests', async ({
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	await setInBrand(space)
	const font = await putFont(server.url, space, await interWoff2())
	const host = await openHostSite({
		html: pageWith(
			`<plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script>`,
		),
	})
	for (const [isHanging, drawn] of [
		[false, ['Inter']],
		[true, []],
	] as const) {
		const context = await browser.newContext({ viewport: { width: 900, height: 900 } })
		const tab = await context.newPage()
		if (isHanging) await tab.route(font, () => {})
		// Time stands still, so that a slow machine waits as long as the font takes.
		else {
			await tab.clock.install({ time: 0 })
			await tab.clock.pauseAt(1000)
		}
		const { asked } = watchTab(tab, host.url)
		await tab.goto(host.url, { waitUntil: 'commit' })
		const words = tab.locator('plaudit-wall .q').first()
		await expect(words).toBeVisible()
		expect(await drawnFonts(tab, words)).toEqual(drawn)
		expect(asked).toEqual([`${server.url}/embed/${space.wallId}.js`, font])
		await tab.unrouteAll()
		await context.close()
	}
	host.close()
})

test('a site whose policy refuses the font shows the wall in another, and a wall in another font asks for none', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const font = await putFont(server.url, space, await interTtf())
	const html = pageWith(
		`<plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script>`,
	)
	const open = await openHostSite({ html })
	const { asked } = watchTab(tab, open.url)
	await tab.goto(open.url)
	await expect(tab.locator('plaudit-wall .q').first()).toBeVisible()
	await tab.waitForLoadState('networkidle')
	expect(asked).toEqual([`${server.url}/embed/${space.wallId}.js`])
	open.close()

	await setInBrand(space)
	await expect.poll(async () => (await fetch(`${server.url}/embed/${space.wallId}.js`)).text()).toContain(font)
	const strict = await openHostSite({
		html,
		policy: `default-src 'none'; style-src 'unsafe-inline'; script-src ${server.url}; img-src ${server.url}`,
	})
	const shifted = await countShifts(tab)
	await tab.goto(strict.url)
	await expect(tab.locator('plaudit-wall .q').first()).toBeVisible()
	expect(await drawnFonts(tab, tab.locator('plaudit-wall .q').first())).toEqual([])
	expect(await shifted()).toBe(0)
	strict.close()
})
