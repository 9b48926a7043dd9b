import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openCode, shownCode } from '#e2e/support/shown-code.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

// Only another site and a server show that the code as it is copied works, and follows publishing.
test('the studio’s embed code works unchanged and follows publishing', { tag: '@each' }, async ({
	page,
	server,
	space,
	browser,
}) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const script = await shownCode(page, 'One script')
	const frame = await shownCode(page, 'Frame')
	const fixed = await shownCode(page, 'Static HTML')
	const fragmentUrl = /curl --fail (\S+)/.exec(fixed)?.[1] ?? ''
	const loader = fixed.split('\n').find((line) => line.startsWith('<script')) ?? ''
	const fragment = await (await fetch(fragmentUrl)).text()

	let visitor = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	const visit = async (html: string) => {
		const site = await openHostSite({ html: `<!doctype html><title>Host</title>${html}` })
		await visitor.goto(site.url)
		return site
	}
	const words = 'The quietest week of my life.'
	for (const code of [script, fragment + loader]) {
		const site = await visit(code)
		await expect(visitor.locator('plaudit-wall').getByText(words)).toBeVisible()
		site.close()
	}
	const site = await visit(script)
	const reserved = (await visitor.locator('plaudit-wall').boundingBox())?.height
	site.close()
	const framed = await visit(frame)
	await expect(visitor.frameLocator('iframe').getByText(words)).toBeVisible()
	expect((await visitor.locator('iframe').boundingBox())?.height).toBe(reserved)
	framed.close()

	const statuses = () =>
		Promise.all(
			[`/w/${space.slug}`, `/embed/${space.wallId}.js`, `/embed/${space.wallId}.html`].map(
				async (path) => (await fetch(server.url + path)).status,
			),
		)
	await page.getByRole('button', { name: 'Close' }).click()
	const published = page.getByRole('switch', { name: 'Published' })
	await published.click()
	await expect.poll(statuses).toEqual([404, 404, 404])
	await openCode(page)
	await expect(page.getByText('Shows nothing until it is published')).toBeVisible()
	await page.getByRole('button', { name: 'Close' }).click()
	// A returning visitor may see a cached wall for half a minute.
	await visitor.close()
	visitor = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	const hidden = await visit(script)
	await expect(visitor.getByRole('link', { name: `What people say about ${space.name}` })).toBeVisible()
	hidden.close()
	await published.click()
	await expect.poll(statuses).toEqual([200, 200, 200])
	await visitor.close()
})
