import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const bad = `@import "https://evil.example/a.css";
::part(card) {
  background: url(https://evil.example/b.png);
  position: fixed;
}
:host { display: none }`

test('own CSS that was written past the studio loads nothing, stays inside of the wall and covers nothing', async ({
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const hostile = `${bad}
body, footer { display: none }
footer, ::part(wall) ~ footer { display: none }
* { z-index: 2147483647 }
::part(card) { position: absolute; inset: -5000px; inline-size: 20000px; background: red }
::part(wall) { margin: -900px; overflow: visible; transform: translateY(-900px) scale(9) }
::part(words) { color: rgb(1, 2, 3); background: image-set("https://evil.example/c.png" 1x) }`
	await space.client
		.from('walls')
		.update({ theme: { css: hostile } })
		.eq('id', space.wallId)
		.throwOnError()
	const code = `<plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script>`
	const host = await openHostSite({
		html: `<!doctype html><html lang="en"><title>Host</title><style>body{margin:40px}</style><h1>Host</h1>${code}<footer>After</footer>`,
	})
	const tab = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	const asked: string[] = []
	tab.on('request', (request) => asked.push(request.url()))
	const isOnTop = (name: string) =>
		tab
			.locator(name)
			.first()
			.evaluate((one) => {
				const { left, top } = one.getBoundingClientRect()
				return one.contains(document.elementFromPoint(left + 4, top + 4))
			})
	for (const url of [host.url, `${server.url}/w/${space.slug}`]) {
		await tab.goto(url)
		await expect(tab.locator('[part="words"]').first()).toHaveCSS('color', 'rgb(1, 2, 3)')
		expect(await isOnTop('h1'), url).toBe(true)
		await expect(tab.locator('footer').last()).toBeVisible()
	}
	expect(asked.filter((url) => url.includes('evil'))).toEqual([])
	await tab.close()
	host.close()
	const stored = await space.client
		.from('walls')
		.update({ theme: { css: `.t { color: red }${' '.repeat(200 * 1024)}` } })
		.eq('id', space.wallId)
	expect(stored.error?.code).toBe('23514')
})

test('no own CSS hides or shrinks that words were rewarded, in an embed or on the hosted wall', async ({
	browser,
	server,
	space,
}) => {
	const reward = 'A map of Lisbon'
	await space.client.from('forms').update({ reward_disclosure: reward }).eq('id', space.formId).throwOnError()
	await publishWall(server.url, space, 'grid')
	// Not `!important` alone: each way to hide, for the mark, for all around it, and by what is inherited.
	const hide = `display: none !important; visibility: hidden !important; opacity: 0 !important; font-size: 1px !important;
		color: transparent !important; -webkit-text-fill-color: transparent !important; clip-path: inset(50%) !important;
		transform: scale(0) !important; block-size: 0 !important; overflow: hidden !important; text-indent: -999px !important`
	const css = `::part(head), ::part(author) *, ::part(origin), summary, i, .top, .top *, .basis, .basis * { ${hide} }
.t, li { visibility: hidden; font-size: 1px !important; color: transparent; -webkit-text-fill-color: transparent; letter-spacing: -9px }
::part(words) { color: rgb(1, 2, 3); -webkit-text-fill-color: currentcolor; visibility: visible; position: relative; z-index: 1000 }
::part(card)::before { content: ""; position: absolute; inset: 0; background: white; z-index: 1000 }`
	const change = (layout: string) =>
		space.client.from('walls').update({ layout, theme: { css } }).eq('id', space.wallId).throwOnError()
	const tab = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	const expectShown = async (path: string, text: RegExp) => {
		await expect
			.poll(async () => {
				await tab.goto(`${server.url}${path}?${Math.random()}`)
				return tab
					.locator('[part="words"]')
					.first()
					.evaluate((one) => getComputedStyle(one).color)
			}, path)
			.toBe('rgb(1, 2, 3)')
		const mark = tab.locator('[part~="reward"]').first()
		await expect(mark, path).toHaveText(text)
		await expect(mark, path).toBeVisible()
		const look = await mark.evaluate((one) => {
			const { left, top, width, height } = one.getBoundingClientRect()
			const style = getComputedStyle(one)
			const root = one.getRootNode() as Document
			const hit = root.elementFromPoint(left + width / 2, top + height / 2)
			const isOnTop = one.contains(hit)
			return [isOnTop, style.fontSize, style.color, height > 10, width > 30]
		})
		expect(look, path).toEqual([true, '12px', 'rgb(107, 100, 90)', true, true])
	}
	for (const layout of ['grid', 'ratings', 'marquee']) {
		await change(layout)
		await expectShown(`/embed/${space.wallId}`, /rewarded/)
	}
	await expectShown(`/w/${space.slug}`, /^Received for writing: A map of Lisbon$/)
	await tab.close()
})
