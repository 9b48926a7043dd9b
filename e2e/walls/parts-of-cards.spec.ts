import type { Page } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { measureShift } from '#e2e/support/measure-shift.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const choose = (page: Page, group: string, name: string) =>
	page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()

/** The code that the studio offers for the looks on its screen. */
const snippet = async (studio: Page) => (await studio.locator('.studio-code pre').first().textContent()) ?? ''

test('an owner chooses the columns, and the code reserves their height at every width', async ({
	page: studio,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(studio, server.url, space, `walls/${space.wallId}`)
	const tab = await browser.newPage({ viewport: { width: 1300, height: 900 } })
	await countShifts(tab)
	const cells = studio.locator('.studio-desktop plaudit-wall .t:visible')
	const firstRow = () =>
		cells.evaluateAll((all) => {
			const top = all[0]?.getBoundingClientRect().top ?? 0
			return all.filter((one) => Math.abs(one.getBoundingClientRect().top - top) < 1).length
		})
	for (const layout of ['grid', 'masonry'] as const) {
		await studio.getByRole('button', { name: new RegExp(`^${layout}$`, 'i') }).click()
		for (const columns of [1, 2, 4] as const) {
			await choose(studio, 'Most columns', `${columns}`)
			await expect.poll(firstRow, `${layout} of ${columns}`).toBe(columns)
			await expect(studio.getByText('layout shift 0', { exact: true })).toBeVisible()
			const code = await snippet(studio)
			await space.client.from('walls').update({ layout, theme: { columns } }).eq('id', space.wallId).throwOnError()
			for (const places of [
				[320, 560, 768],
				[880, 1060, 1200],
			])
				expect(await measureShift(tab, server.url, code, places), `${layout} of ${columns} in ${places}`).toBe(0)
		}
	}
	await tab.close()
})

test('an owner chooses the parts of a card, their order and the length of its words', async ({
	page: studio,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	await openSignedIn(studio, server.url, space, `walls/${space.wallId}`)
	const card = studio.locator('.studio-desktop plaudit-wall .t').first()
	const parts = () => card.evaluate((one) => [...one.children].map((child) => child.getAttribute('part')))
	expect(await parts()).toEqual(['head', 'words', 'author'])
	await studio.getByRole('button', { name: 'Move Author up' }).click()
	await studio.getByRole('button', { name: 'Move Author up' }).press('Enter')
	await expect.poll(parts).toEqual(['author', 'head', 'words'])
	await studio.getByText('Portraits', { exact: true }).click()
	await studio.getByText('Role and company', { exact: true }).click()
	await studio.getByText('Date', { exact: true }).click()
	await expect(card.locator('[part="avatar"]')).toHaveCount(0)
	await expect(card.locator('time')).toHaveText(/\d{4}/)
	await choose(studio, 'Words before Read more', '3 lines')
	await choose(studio, 'The rest opens', 'In its place')
	await expect(studio.getByText('layout shift 0', { exact: true })).toBeVisible()
	const code = await snippet(studio)
	await studio.getByRole('button', { name: 'Publish changes' }).click()
	await expect(studio.getByText('The wall shows your changes.')).toBeVisible()
	const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } })
	await countShifts(tab)
	for (const places of [
		[320, 560],
		[768, 1100],
	])
		expect(await measureShift(tab, server.url, code, places), `in ${places}`).toBe(0)
	await tab.close()
	// A choice survives a reload and shows in the controls.
	await studio.reload()
	await expect(studio.getByRole('radio', { name: '3 lines' })).toBeChecked()
	await expect.poll(parts).toEqual(['author', 'head', 'words'])
	await expectAccessibleInBothSchemes(studio, 'the studio with parts')
})

test('long words unfold in their place without a script, and short ones have no button', async ({
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	const theme = { lines: 3, more: 'place' }
	await space.client.from('walls').update({ theme }).eq('id', space.wallId).throwOnError()
	const fragment = await (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	const host = await openHostSite({
		html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Host</title><main><h1>Host</h1>${fragment}</main>`,
	})
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1000, height: 900 } })
	const tab = await context.newPage()
	await tab.goto(host.url)
	const long = tab.locator('.t', { hasText: 'nine years' })
	const words = long.locator('[part="words"]')
	const cut = (await words.boundingBox())?.height ?? 0
	const more = long.locator('summary').filter({ hasText: 'Read more' })
	await more.focus()
	await tab.keyboard.press('Enter')
	await expect(long.getByText('Read less')).toBeVisible()
	expect((await words.boundingBox())?.height).toBeGreaterThan(cut + 40)
	await long.getByText('Read less').click()
	expect((await words.boundingBox())?.height).toBe(cut)
	const short = tab.locator('.t', { hasText: 'quietest week' })
	await expect(short.locator('summary')).toHaveCount(0)
	await context.close()
	const withScript = await browser.newPage({ viewport: { width: 1000, height: 900 } })
	await withScript.goto(host.url)
	await withScript.locator('.t', { hasText: 'nine years' }).getByText('Read more').click()
	await expectAccessibleInBothSchemes(withScript, 'unfolded words')
	await withScript.close()
	host.close()
})
