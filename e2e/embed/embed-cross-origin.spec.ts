import { countShifts } from '#e2e/support/count-shifts.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { watchTab } from '#e2e/support/watch-tab.ts'
import type { WallLayout } from '#shared/wall/wall.ts'
import { heights } from '#shared/wall/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { heightRules } from '#web/features/walls/put-on-site/embed-snippets.ts'

/** The rules that the studio shows for a host page whose policy forbids style attributes, and hostile ones. */
function reserve(layout: WallLayout, id: string): string {
	return `${heightRules({ id, layout })} * { color: crimson !important; font-size: 40px } body { margin-block-end: 4000px }`
}

const page = (inside: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><p>Before</p>${inside}<p id="after">After</p></body></html>`

// Only a real server and another origin show what the server's own headers let a strict page do; all layouts are looked at without one.
test('an embed of another site makes one request, sets no cookie and shifts nothing under a strict policy', {
	tag: '@each',
}, async ({ browser, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	const host = await openHostSite({
		css: reserve('masonry', space.wallId),
		policy: `default-src 'none'; style-src 'self'; script-src ${server.url}; img-src ${server.url}; require-trusted-types-for 'script'; trusted-types plaudit`,
		html: page(`<div class="place"><plaudit-wall wall="${space.wallId}"><a href="${server.url}/w/${space.slug}">What people say</a></plaudit-wall></div>
<script async src="${server.url}/embed/${space.wallId}.js"></script>`),
	})
	const context = await browser.newContext({ viewport: { width: 768, height: 900 } })
	try {
		const tab = await context.newPage()
		const { asked, problems } = watchTab(tab, host.url)
		const shifted = await countShifts(tab)
		await tab.goto(host.url)
		const section = tab.locator('plaudit-wall section')
		await expect(section).toContainText('The quietest week of my life.')
		const own = (await section.boundingBox())?.height
		// A script that comes before the page's style sheet finds nothing reserved, and nothing was painted.
		expect([heights.masonry[1], own]).toContain((await tab.locator('plaudit-wall').boundingBox())?.height)
		expect(await shifted()).toBe(0)
		expect(asked).toEqual([`${server.url}/embed/${space.wallId}.js`])
		expect(problems).toEqual([])
		expect(await context.cookies()).toEqual([])
		expect(await tab.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
	} finally {
		await context.close()
		host.close()
	}
})

test('an embed opens the full text over the page, unaffected by the host’s styles', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const host = await openHostSite({
		css: reserve('grid', space.wallId),
		html: page(`<div class="place"><plaudit-wall wall="${space.wallId}"></plaudit-wall></div>
<script async src="${server.url}/embed/${space.wallId}.js"></script>`),
	})
	try {
		await tab.goto(host.url)
		const color = await tab
			.locator('plaudit-wall blockquote')
			.first()
			.evaluate((words) => getComputedStyle(words).color)
		expect(color).not.toBe('rgb(220, 20, 60)')
		await tab.locator('plaudit-wall').getByRole('link', { name: 'Read more from Person 4' }).click()
		const dialog = tab.getByRole('dialog')
		await expect(dialog).toContainText('nobody hurried me once')
		await expect(dialog.getByRole('link', { name: 'On the wall' })).toHaveAttribute(
			'href',
			new RegExp(`^${server.url}/w/${space.slug}#t-`),
		)
		await tab.keyboard.press('Escape')
		await expect(dialog).toHaveCount(0)

		// Even where a page resets every element, including the wall's.
		await tab.addStyleTag({
			content: '* { all: unset; text-transform: uppercase; white-space: nowrap }',
		})
		const section = tab.locator('plaudit-wall section')
		const width = (await tab.locator('body').boundingBox())?.width ?? 0
		expect((await section.boundingBox())?.width).toBe(width)
		expect((await section.boundingBox())?.height).toBeGreaterThan(400)
		await expect(section).toHaveCSS('text-transform', 'none')
		await expect(section).toHaveCSS('white-space-collapse', 'collapse')

		// HTML that arrives while the wall is detached is hydrated once.
		await tab.evaluate(
			async ([id, address]) => {
				const html = await (await fetch(address)).text()
				let answer: (() => void) | undefined
				window.fetch = () =>
					new Promise((done) => {
						answer = () => done(new Response(html))
					})
				const wall = document.createElement('plaudit-wall')
				wall.setAttribute('wall', id)
				wall.setAttribute('lang', 'de')
				const loaded = new Promise((done) => wall.addEventListener('load', done))
				document.body.prepend(wall)
				while (!answer) await new Promise(requestAnimationFrame)
				wall.remove()
				answer()
				await loaded
				document.body.prepend(wall)
			},
			[space.wallId, `${server.url}/embed/${space.wallId}.html?lang=de`] as const,
		)
		await tab.locator('plaudit-wall[lang]').locator('a.r:visible').first().click()
		await expect(dialog).toHaveCount(1)
	} finally {
		host.close()
	}
})

test('several walls share one loader, a wall follows its attribute, and equal walls share a request', async ({
	page: tab,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'list')
	const host = await openHostSite({
		css: reserve('list', space.wallId),
		html: page(`<div class="place"><plaudit-wall wall="${space.wallId}"></plaudit-wall></div>
<div class="place"><plaudit-wall wall="${space.wallId}"></plaudit-wall></div>
<script async src="${server.url}/embed.js"></script>`),
	})
	try {
		const asked: string[] = []
		tab.on('request', (request) => {
			if (request.url().includes('.html')) asked.push(request.url())
		})
		await tab.goto(host.url)
		await expect(tab.locator('plaudit-wall section').first()).toBeVisible()
		await tab.locator('#after').scrollIntoViewIfNeeded()
		await expect(tab.locator('plaudit-wall section')).toHaveCount(2)
		expect(asked).toEqual([`${server.url}/embed/${space.wallId}.html`])
		await tab
			.locator('plaudit-wall')
			.first()
			.evaluate((wall) => wall.setAttribute('lang', 'de'))
		await expect(tab.locator('plaudit-wall').first()).toContainText('ausgewählt vom Inhaber')
		await tab
			.locator('plaudit-wall')
			.first()
			.evaluate((wall) => {
				const { parentElement } = wall
				wall.remove()
				parentElement?.append(wall)
			})
		await expect(tab.locator('plaudit-wall').first()).toContainText('ausgewählt vom Inhaber')
	} finally {
		host.close()
	}
})

test('a late answer for a former language or wall is not shown', async ({ page: tab, server, space }) => {
	await publishWall(server.url, space, 'list')
	const host = await openHostSite({
		html: page(`<plaudit-wall wall="${space.wallId}" lang="de"></plaudit-wall>
<script async src="${server.url}/embed.js"></script>`),
	})
	try {
		const german = await holdResponse(tab, (request) => request.url().endsWith('?lang=de'))
		await tab.goto(host.url)
		await german.given
		const wall = tab.locator('plaudit-wall')
		await wall.evaluate((element) => element.setAttribute('lang', 'fr'))
		const shown = wall.locator('section[lang="fr"]')
		await expect(shown).toBeVisible()
		await german.letGo()
		await tab.evaluate(async ([address]) => (await fetch(address)).text(), [
			`${server.url}/embed/${space.wallId}.html?lang=de`,
		] as const)
		await expect(wall.locator('section')).toHaveAttribute('lang', 'fr')
	} finally {
		host.close()
	}
})

test('a wall that cannot be loaded keeps the host’s fallback content and throws nothing', async ({
	page: tab,
	server,
	space,
}) => {
	// Its policy forbids creating HTML from strings.
	const strict = await openHostSite({
		policy: "require-trusted-types-for 'script'; trusted-types 'none'",
		html: page(`<script>addEventListener('error', () => { document.title = 'No wall' }, true)</script>
<plaudit-wall wall="${space.wallId}"><a href="/">Read them here</a></plaudit-wall>
<script async src="${server.url}/embed/${space.wallId}.js"></script>`),
	})
	const host = await openHostSite({
		html: page(`<plaudit-wall wall="11111111-1111-4111-8111-111111111111"><a href="/">Read them here</a></plaudit-wall>
<plaudit-wall><b>No wall named</b></plaudit-wall><script async src="${server.url}/embed.js"></script>`),
	})
	try {
		const problems: string[] = []
		tab.on('pageerror', (error) => problems.push(error.message))
		const failed = tab.waitForResponse((answer) => answer.url().endsWith('.html'))
		await tab.goto(host.url)
		expect((await failed).status()).toBe(404)
		await expect(tab.getByText('Read them here')).toBeVisible()
		await expect(tab.getByText('No wall named')).toBeVisible()

		await tab.goto(strict.url)
		await expect(tab).toHaveTitle('No wall')
		await expect(tab.getByText('Read them here')).toBeVisible()
		expect(problems).toEqual([])
	} finally {
		host.close()
		strict.close()
	}
})
