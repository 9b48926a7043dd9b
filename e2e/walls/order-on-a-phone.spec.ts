import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('on a phone, testimonials are ordered by touch, with controls that a finger hits', async ({
	phone,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	const { data: shown } = await space.client
		.from('testimonials')
		.select('id')
		.eq('space_id', space.spaceId)
		.order('approved_at')
		.throwOnError()
	const placed = shown.slice(0, 4).map(({ id }) => String(id))
	await space.client.rpc('order_wall', { wall_id: space.wallId, testimonial_ids: placed }).throwOnError()
	await openSignedIn(phone, server.url, space, `walls/${space.wallId}`)
	await phone.getByRole('button', { name: 'Order' }).tap()
	const dialog = phone.getByRole('dialog')
	const rows = phone.locator('.order-list b')
	await expect(rows).toHaveText([/Person 1/, /Person 2/, /Person 3/, /Person 4/])
	await expectAccessibleInBothSchemes(phone, 'the order dialog on a phone')

	const row = phone.locator('.order-list li').first()
	const frame = await row.boundingBox()
	for (const control of await row.locator('button, input').all()) {
		const box = await control.boundingBox()
		const name = await control.getAttribute('aria-label')
		expect(box?.width, `${name}`).toBeGreaterThanOrEqual(44)
		expect(box?.height, `${name}`).toBeGreaterThanOrEqual(44)
		expect((box?.y ?? 0) + (box?.height ?? 0), `${name} stays in its row`).toBeLessThanOrEqual(
			(frame?.y ?? 0) + (frame?.height ?? 0),
		)
		expect(box?.y, `${name} stays in its row`).toBeGreaterThanOrEqual(frame?.y ?? 0)
	}
	expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)

	await phone.getByRole('button', { name: /^Move Person 1 .* down$/ }).tap()
	await expect(rows).toHaveText([/Person 2/, /Person 1/, /Person 3/, /Person 4/])
	await phone.getByRole('button', { name: /^Move Person 4 .* to the top$/ }).tap()
	await expect(rows).toHaveText([/Person 4/, /Person 2/, /Person 1/, /Person 3/])
	await phone.getByRole('button', { name: /^Take Person 2 .* out of the order$/ }).tap()
	await expect(rows).toHaveText([/Person 4/, /Person 1/, /Person 3/])
	await phone.getByRole('button', { name: 'Done' }).tap()
	await expect(phone.getByText('Kept as a draft: one change since').first()).toBeAttached()
	await phone.reload()
	await phone.getByRole('button', { name: 'Order' }).tap()
	await expect(rows).toHaveText([/Person 4/, /Person 1/, /Person 3/])
})
