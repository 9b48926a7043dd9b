import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

test('an owner chooses what surrounds the words, and the embed shows it', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const card = page.locator('.studio-desktop plaudit-wall .t').first()
	await expect(card).toHaveCSS('border-start-start-radius', '0px')
	const choose = (group: string, name: string) =>
		page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
	await choose('Around the words', 'Cards')
	await page.getByText('Shadow', { exact: true }).click()
	await choose('Corners', 'Round')
	await choose('Space', 'Airy')
	await expect(card).toHaveCSS('border-start-start-radius', '18px')
	await expect(card).toHaveCSS('padding-block-start', '28px')
	await expect(page.getByText('layout shift 0', { exact: true })).toBeVisible()
	// A layout without cards has no such choice.
	await page.getByRole('button', { name: 'Badge' }).click()
	await expect(page.getByRole('radio', { name: 'Cards' })).toHaveCount(0)
	await page.getByRole('button', { name: 'Masonry' }).click()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	const { data } = await space.client.from('walls').select('theme').single().throwOnError()
	expect(data.theme).toMatchObject({ cards: 'card', shadow: true, corners: 'round', density: 'airy' })
	await expect.poll(async () => (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()).toContain('18px')
})

test('every style of card fits a phone and a desktop and is accessible', async ({ browser, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	const looks = [
		['card', 'masonry'],
		['bubble', 'grid'],
		['bare', 'carousel'],
	].map(([cards, layout]) => ({
		space_id: space.spaceId,
		slug: `${space.slug}-${cards}`,
		name: `${layout} ${cards}`,
		layout,
		theme: { cards, shadow: true, corners: 'round', density: 'compact' },
	}))
	const { data: walls } = await space.client.from('walls').insert(looks).select('id').throwOnError()
	const fragments = await Promise.all(
		walls.map(async ({ id }) => (await fetch(`${server.url}/embed/${id}.html`)).text()),
	)
	const host = await openHostSite({
		html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>html { background: light-dark(#fff, #171512) }</style><title>Host</title><main><h1>Host</h1>${fragments.join('')}</main>`,
	})
	try {
		for (const width of [320, 1180]) {
			const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
			const tab = await context.newPage()
			await tab.goto(host.url)
			await expect(tab.locator('plaudit-wall section')).toHaveCount(looks.length)
			expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
			await expectAccessibleInBothSchemes(tab, `styles of cards at ${width} px`)
			await context.close()
		}
	} finally {
		host.close()
	}
})
