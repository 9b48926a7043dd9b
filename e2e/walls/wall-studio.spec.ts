import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('an owner designs a wall in the studio, publishes it, and the embed shows it', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'walls')
	await page.getByRole('link', { name: space.name, exact: true }).last().click()

	const preview = page.locator('.studio-desktop plaudit-wall')
	await expect(preview).toContainText('The quietest week of my life.')
	await expect(page.getByText('layout shift 0', { exact: true })).toBeVisible()
	await expect(page.getByText(/^\d\.\d KB$/)).toBeVisible()
	const { violations } = await new AxeBuilder({ page }).include('.studio').analyze()
	expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))])).toEqual([])

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

test('embed code is offered once the testimonials are known whose height it reserves', async ({
	page,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'grid')
	const selected = await holdResponse(page, (request) =>
		request.url().includes('/public_testimonials?select=id%2Citem'),
	)
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	await selected.given
	const code = page.getByRole('tabpanel').locator('pre')
	await expect(page.getByText('Two lines, one request.')).toBeVisible()
	await expect(code).toHaveCount(0)
	await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Copy' })).toHaveCount(0)
	await selected.letGo()
	await expect(code).toContainText('min-height:calc(')
})
