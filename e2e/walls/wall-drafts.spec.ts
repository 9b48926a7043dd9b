import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace } from '#test/support/product/make-space.ts'

const layout = (page: Page, name: string) =>
	page.getByRole('group', { name: 'Layout' }).getByRole('button', { name, exact: true })
const kept = (page: Page, count: string) => page.getByText(`Kept as a draft: ${count} since`)
const corners = (page: Page, name: string) => page.getByRole('radiogroup', { name: 'Corners' }).getByText(name)

// Only a server between two people shows that both have the same draft.
test('a draft is the same on every device and for every member, and what two of them change is merged', async ({
	page,
	browser,
	server,
	space,
}) => {
	const colleague = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, colleague.client, 'editor')
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	await layout(page, 'List').click()
	await expect(kept(page, 'one change')).toBeVisible()

	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, colleague, `walls/${space.wallId}?space=${space.spaceId}`)
	await expect(layout(other, 'List')).toHaveAttribute('aria-pressed', 'true')
	await expect(other.getByText(`by ${space.username}`)).toBeVisible()
	await corners(other, 'Round').click()
	await expect(kept(page, '2 changes')).toBeVisible()
	await expect(page.getByText(`by ${colleague.username}`)).toBeVisible()
	await kept(page, '2 changes').click()
	await expect(page.getByRole('dialog', { name: 'What the draft changes' })).toContainText(
		/Layout: Masonry → List.*Corners: soft → round.*Changed last by/,
	)
	await page.keyboard.press('Escape')

	// Both change the same setting, one of them without a connection.
	await page.context().setOffline(true)
	await layout(page, 'Grid').click()
	await expect(page.getByText('Offline, kept in this browser.')).toBeVisible()
	await layout(other, 'Badge').click()
	await expect(other.getByText('Saving…')).toBeHidden()
	await page.context().setOffline(false)
	await expect(page.getByText('Somebody changed this wall elsewhere')).toBeVisible()
	await expect(page.locator('.ui-collisions')).toHaveText('Layout elsewhere: badge')
	await page.getByRole('button', { name: 'Keep mine' }).click()
	await expect(layout(other, 'Grid')).toHaveAttribute('aria-pressed', 'true')

	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	await expect(other.getByText('no changes since')).toBeVisible()
	const { data: wall } = await space.client.from('walls').select('layout, theme').eq('id', space.wallId).single()
	expect(wall).toMatchObject({ layout: 'grid', theme: { corners: 'round' } })
	await other.context().close()
})

test('a screen that is left at once and a second tab lose nothing of a draft', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	await layout(page, 'Carousel').click()
	await page.getByRole('navigation').getByRole('link', { name: 'Walls' }).first().click()
	await expect(page.getByText('Changes not published')).toBeVisible()
	const second = await page.context().newPage()
	await second.goto(`${server.url}/dashboard/walls/${space.wallId}`)
	await expect(layout(second, 'Carousel')).toHaveAttribute('aria-pressed', 'true')
	await layout(second, 'Marquee').click()
	await second.reload()
	await expect(layout(second, 'Marquee')).toHaveAttribute('aria-pressed', 'true')
	await second.getByRole('button', { name: 'Discard' }).click()
	await expect(second.getByText('no changes since')).toBeVisible()
	await expect(page.getByText('Changes not published')).toBeHidden()
	await second.getByRole('button', { name: 'Undo' }).click()
	await expect(kept(second, 'one change')).toBeVisible()
	await expect(page.getByText('Changes not published')).toBeVisible()
})

// Only the database keeps what a wall showed, and forgets a tag that was deleted since.
test('former versions are looked at and restored as a draft, without what was deleted since', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	const { client, spaceId, wallId } = space
	const { data: tag } = await client
		.from('tags')
		.insert({ space_id: spaceId, name: 'Boats' })
		.select('id')
		.single()
		.throwOnError()
	await client
		.from('walls')
		.update({ layout: 'list', selection: { tags: [tag.id] } })
		.eq('id', wallId)
		.throwOnError()
	await client.from('walls').update({ layout: 'grid', selection: {} }).eq('id', wallId).throwOnError()
	await client.from('tags').delete().eq('id', tag.id).throwOnError()

	await openSignedIn(page, server.url, space, `walls/${wallId}`)
	await page.getByRole('button', { name: 'History' }).click()
	const history = page.getByRole('dialog', { name: 'History' })
	await expect(history.getByRole('listitem').first()).toContainText('shown now')
	await expect(history.getByText('Layout: List → Grid')).toBeVisible()
	const version = history.getByRole('button', { name: /^Look at version/ }).first()
	await version.click()
	await expect(page.getByText(/^The preview shows version/)).toBeVisible()
	await expect(page.locator('.studio-desktop plaudit-wall')).toBeVisible()
	await expect(page.getByText('no changes since')).toBeVisible()
	await page.getByRole('button', { name: 'Restore as the draft' }).click()
	await expect(layout(page, 'List')).toHaveAttribute('aria-pressed', 'true')
	await expect(kept(page, '2 changes')).toBeVisible()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
})
