import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only a whole server shows that what is published in the studio is what an embed has, in its order.
test('an owner designs a wall in the studio, publishes it, and the embed shows it', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'walls')
	await page.getByRole('link', { name: space.name, exact: true }).last().click()

	const preview = page.locator('.studio-desktop plaudit-wall')
	await expect(preview).toContainText('The quietest week of my life.')
	await expect(page.getByText('layout shift 0', { exact: true })).toBeVisible()
	await expect(page.getByText(/^\d\.\d KB$/)).toBeVisible()

	await page.getByRole('button', { name: 'List' }).click()
	await page.getByRole('button', { name: 'Order' }).click()
	await page.getByRole('button', { name: 'Place Person 2 of' }).click()
	await page.getByRole('button', { name: 'Place Person 6 of' }).click()
	await page.getByRole('button', { name: 'Move Person 6 of' }).first().click()
	await page.getByRole('button', { name: 'Done' }).click()
	await expect(page.getByText('Kept as a draft: 2 changes since')).toBeVisible()
	await page.reload()
	await expect(page.getByText('Kept as a draft: 2 changes since')).toBeVisible()
	// Another member publishes meanwhile.
	const elsewhere = { layout: 'grid', theme: { stars: false } }
	await space.client.from('walls').update(elsewhere).eq('id', space.wallId).throwOnError()
	await expect(page.getByText('Somebody changed this wall elsewhere')).toContainText('Yours is still here')
	await expect(page.locator('.ui-collisions')).toHaveText('Layout elsewhere: grid')
	await page.getByRole('button', { name: 'Keep mine' }).click()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()

	const { data: wall } = await space.client.from('walls').select('layout, theme').single()
	expect(wall).toMatchObject({ layout: 'list', theme: { stars: false } })
	const embed = async () => (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()
	await expect.poll(embed).toMatch(/Person 6[\s\S]*Person 2[\s\S]*Person 7/)
	await page.getByRole('switch', { name: 'Published' }).click()
	await expect.poll(async () => (await fetch(`${server.url}/w/${space.slug}`)).status).toBe(404)
})
