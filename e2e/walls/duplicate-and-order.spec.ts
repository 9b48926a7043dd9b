import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('an owner orders by number and by keys, and duplicates the wall with its order and draft', async ({
	page,
	server,
	space,
}) => {
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
	await page.getByRole('button', { name: 'Order' }).click()
	const rows = page.locator('.order-list b')
	await expect(rows).toHaveText([/Person 1/, /Person 2/, /Person 3/])
	await expectAccessibleInBothSchemes(page, 'the order dialog')
	await page.getByLabel('Position of Person 3').fill('1')
	await page.getByLabel('Position of Person 3').press('Enter')
	await expect(rows).toHaveText([/Person 3/, /Person 1/, /Person 2/])
	await page.getByLabel('Position of Person 3').fill('900')
	await page.getByLabel('Position of Person 3').press('Enter')
	await expect(rows).toHaveText([/Person 1/, /Person 2/, /Person 3/])
	await page.getByLabel('Position of Person 2').fill('two')
	await page.getByLabel('Position of Person 2').press('Enter')
	await expect(page.getByLabel('Position of Person 2')).toHaveValue('2')
	await page.getByLabel('Position of Person 2').press('Alt+Home')
	await expect(rows).toHaveText([/Person 2/, /Person 1/, /Person 3/])
	await page.getByRole('button', { name: /^Move Person 2 .* to the bottom$/ }).click()
	await expect(rows).toHaveText([/Person 1/, /Person 3/, /Person 2/])
	await page.getByRole('button', { name: 'Done' }).click()
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
