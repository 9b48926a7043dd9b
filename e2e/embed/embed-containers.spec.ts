import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { shownCode } from '#e2e/support/shown-code.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const side = '<div style="flex: 0 0 200px">Beside</div>'
const places = {
	'a row of flex items': (code: string) => `<div style="display: flex">${side}${code}</div>`,
	'a centred column': (code: string) =>
		`<div style="display: flex; flex-direction: column; align-items: center">${code}</div>`,
	'a centred grid': (code: string) => `<div style="display: grid; justify-items: center">${code}</div>`,
}

test('a wall has a width in every container that page builders use', async ({ page, server, space, browser }) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	const codes = {
		'One script': await shownCode(page, 'One script'),
		Frame: await shownCode(page, 'Frame'),
		'Static HTML': fragment,
	}
	const visitor = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	for (const [place, put] of Object.entries(places))
		for (const [kind, code] of Object.entries(codes)) {
			const site = await openHostSite({ html: `<!doctype html><title>Host</title>${put(code)}` })
			await visitor.goto(site.url)
			const wall = visitor.locator('plaudit-wall, iframe').first()
			await expect(wall, `${kind} in ${place}`).toBeVisible()
			const width = (await wall.boundingBox())?.width
			expect.soft(width, `${kind} in ${place}`).toBeGreaterThanOrEqual(280)
			site.close()
		}
	await visitor.close()
})
