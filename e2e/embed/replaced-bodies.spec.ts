import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

// Only a page whose body is replaced in the same window, as routers of sites do, shows what of an embed goes with it.

/** Routers bring the next page into the window, with its scripts run again or not. Runs in the page. */
const ways = {
	/** As the router of Astro: the body of a parsed document takes the place of the old one. */
	'a parsed body': (html: string) =>
		document.body.replaceWith(document.adoptNode(new DOMParser().parseFromString(html, 'text/html').body)),
	/** As Barba: the content of a container. */
	'new content': (html: string) => {
		document.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML
	},
	/** As Turbo: the body is replaced, and its scripts run again. */
	'a body whose scripts run again': async (html: string) => {
		const { body } = new DOMParser().parseFromString(html, 'text/html')
		document.body.replaceWith(body)
		const scripts = [...body.querySelectorAll('script')].map((old) => {
			const script = document.createElement('script')
			script.src = old.src
			const loaded = new Promise((done) => script.addEventListener('load', done))
			old.replaceWith(script)
			return loaded
		})
		await Promise.all(scripts)
	},
} as const

const isOpen = (page: Page) => page.locator('plaudit-form dialog[open]')

for (const [way, replace] of Object.entries(ways))
	test(`a form opens once, and a wall is shown, however often ${way} takes the place of the page`, async ({
		page,
		server,
		space,
	}) => {
		await publishWall(server.url, space, 'tab')
		const body = (name: string) => `<h1>${name}</h1><button data-plaudit-form="${space.slug}">Tell us</button>
<plaudit-wall wall="${space.wallId}"><a href="${server.url}/w/${space.slug}">What people say</a></plaudit-wall>
<script async src="${server.url}/embed/form.js"></script><script async src="${server.url}/embed/${space.wallId}.js"></script>`
		const documentOf = (name: string) =>
			`<!doctype html><html lang="en"><title>Host</title><body>${body(name)}</body></html>`
		const host = await openHostSite({ html: documentOf('Page 0') })
		const problems: string[] = []
		page.on('pageerror', (error) => problems.push(error.message))
		try {
			await page.goto(host.url, { waitUntil: 'networkidle' })
			for (let at = 1; at <= 4; at++) {
				const tab = page.locator('plaudit-wall button.tab')
				await tab.click()
				const panel = page.locator('plaudit-wall section[popover]')
				await expect(panel).toBeVisible()
				await page.keyboard.press('Escape')
				await expect(panel).toBeHidden()
				await page.getByRole('button', { name: 'Tell us' }).click()
				await expect(isOpen(page)).toHaveCount(1)
				await expect(page.frameLocator('plaudit-form iframe').locator('form[novalidate]')).toBeVisible()
				expect(page.url()).toBe(`${host.url}/`)
				// Every second time the dialog is open while the page goes.
				if (at % 2 === 0) {
					await page
						.getByRole('button', { name: /^Close/ })
						.first()
						.click()
					await expect(isOpen(page)).toHaveCount(0)
				}
				await page.evaluate(replace as (html: string) => void, documentOf(`Page ${at}`))
				await expect(page.getByRole('heading', { name: `Page ${at}` })).toBeVisible()
				await expect(page.locator('plaudit-form')).toHaveCount(0)
			}
			expect(problems).toEqual([])
		} finally {
			host.close()
		}
	})

test('a wall is shown when the body was replaced while its script loaded', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'grid')
	const body = `<plaudit-wall wall="${space.wallId}"><a href="${server.url}/w/${space.slug}">What people say</a></plaudit-wall>`
	const host = await openHostSite({
		html: `<!doctype html><title>Host</title><body>${body}<script async src="${server.url}/embed/${space.wallId}.js"></script></body>`,
	})
	const { promise: replaced, resolve: goOn } = Promise.withResolvers<void>()
	await page.route(`${server.url}/embed/**`, async (route) => {
		await replaced
		await route.continue()
	})
	try {
		await page.goto(host.url, { waitUntil: 'commit' })
		await expect(page.locator('plaudit-wall')).toHaveCount(1)
		await page.evaluate(ways['a parsed body'], `<!doctype html><body>${body}</body>`)
		goOn()
		await expect(page.locator('plaudit-wall section')).toBeVisible()
	} finally {
		host.close()
	}
})
