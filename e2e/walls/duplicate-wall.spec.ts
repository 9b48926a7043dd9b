import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only the server shows that a copy has what its tables and policies let a member copy.
test('an owner duplicates a wall with its order and its draft', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	const { data: shown } = await space.client
		.from('testimonials')
		.select('id')
		.eq('space_id', space.spaceId)
		.eq('status', 'approved')
		.order('approved_at')
		.throwOnError()
	const placed = (shown ?? []).slice(0, 3).map(({ id }) => String(id))
	await space.client.rpc('order_wall', { wall_id: space.wallId, testimonial_ids: placed }).throwOnError()
	await openSignedIn(page, server.url, space, 'walls')
	await page.getByRole('link', { name: space.name, exact: true }).last().click()
	await page.getByRole('button', { name: 'List', exact: true }).click()
	await expect(page.getByText('Kept as a draft: one change since')).toBeVisible()

	await page.getByRole('navigation').getByRole('link', { name: 'Walls' }).first().click()
	await page.getByRole('button', { name: `More about ${space.name}` }).click()
	await page.getByRole('menuitem', { name: 'Duplicate' }).click()
	await expect(page.getByRole('heading', { name: `${space.name} copy` })).toBeVisible()
	await expect(page.getByText('Kept as a draft: one change since')).toBeVisible()
	const { data: copy } = await space.client
		.from('walls')
		.select('id, layout, is_published, wall_items(testimonial_id, position)')
		.eq('name', `${space.name} copy`)
		.single()
		.throwOnError()
	expect(copy).toMatchObject({ layout: 'masonry', is_published: false })
	const order = [...copy.wall_items].sort((one, other) => one.position - other.position)
	expect(order.map((item) => item.testimonial_id)).toEqual(placed)
})
