import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

/** The part of the wall's HTML that the browser has read when the script starts. */
const cases = [
	// This script brings the HTML of the wall, which must not be put into the static one.
	{ name: 'the script of the wall starts before its first word', read: 0, script: (id: string) => `/embed/${id}.js` },
	{ name: 'the shared script starts in the middle of its words', read: 0.5, script: () => '/embed.js' },
]

for (const { name, read, script } of cases)
	test(`static HTML is whole in the end when ${name} is read`, async ({ page, server, space }) => {
		await publishWall(server.url, space, 'carousel')
		const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
		const begin = fragment.indexOf('<style>')
		const cut = Math.round(begin + (fragment.length - begin) * read)
		const { promise: started, resolve: start } = Promise.withResolvers<void>()
		async function* html() {
			yield `<!doctype html><title>Host</title><script async src="${server.url}${script(space.wallId)}"></script>`
			yield fragment.slice(0, cut)
			await started
			yield fragment.slice(cut)
		}
		const site = await openHostSite({ html: html() })
		await page.goto(site.url, { waitUntil: 'commit' })
		await page.waitForFunction(() => customElements.get('plaudit-wall'))
		start()
		await page.waitForLoadState()
		await expect(page.locator('plaudit-wall section')).toHaveCount(1)
		await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
		site.close()
	})
