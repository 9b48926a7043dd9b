import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const many = 2000

/** Imports approved testimonials, the first of which is "Person 1". */
async function importMany(url: string, space: TestSpace): Promise<void> {
	const { data } = await space.client.auth.getSession()
	const form = new FormData()
	form.set('space_id', space.spaceId)
	form.set('mapping', JSON.stringify({ consent: 'public', status: 'approved' }))
	const rows = Array.from({ length: many }, (_, at) => `Person ${at + 1} of many,Words of number ${at + 1}`)
	form.set('file', new Blob([`Name,Text\n${rows.join('\n')}`]), 'many.csv')
	const headers = { authorization: `Bearer ${data.session?.access_token}` }
	const answer = await fetch(`${url}/functions/v1/import`, { method: 'POST', headers, body: form })
	expect(answer.status).toBe(202)
	const { id } = (await answer.json()) as { id: string }
	const state = async () =>
		(await space.client.from('imports').select('state').eq('id', id).single().throwOnError()).data.state
	await expect.poll(state, { timeout: 60_000 }).toBe('finished')
}

// Only a real mouse drags natively, and only the server shows that the order of all rows arrives.
test('two thousand testimonials are ordered by drag and published, and none is lost', async ({
	page,
	server,
	space,
}) => {
	await importMany(server.url, space)
	const { client, spaceId, wallId } = space
	const byNumber = new Map<number, string>()
	for (let from = 0; from < many; from += 1000) {
		const { data } = await client
			.from('testimonials')
			.select('id, author_name')
			.eq('space_id', spaceId)
			.order('id')
			.range(from, from + 999)
			.throwOnError()
		for (const { id, author_name } of data) byNumber.set(Number(author_name.split(' ')[1]), id)
	}
	const placed = Array.from({ length: many - 1 }, (_, at) => byNumber.get(at + 1) ?? '')
	await client.rpc('order_wall', { wall_id: wallId, testimonial_ids: placed }).throwOnError()

	await openSignedIn(page, server.url, space, `walls/${wallId}`)
	// The preview needs only the first of them.
	await expect(page.locator('.studio-desktop plaudit-wall')).toContainText('Words of number 1')
	await page.getByRole('button', { name: 'Order' }).click()
	const dialog = page.getByRole('dialog', { name: 'Order' })
	const rows = dialog.locator('.order-list li')
	await expect(rows.first()).toContainText('Person 1 of many')
	await expect(dialog.getByText('1,999 are placed.')).toBeVisible()

	const position = (person: number) => dialog.getByLabel(`Position of Person ${person} of many`)

	// Dragging scrolls the list below the row, which stays the dragged one.
	const grip = dialog.locator('[data-id]', { hasText: 'Person 2 of many' }).locator('.order-grip')
	const list = await dialog.locator('.order-list').boundingBox()
	const from = await grip.boundingBox()
	if (!list || !from) throw new Error('The list is not on the page.')
	await page.mouse.move(from.x + 8, from.y + 12)
	await page.mouse.down()
	await page.mouse.move(from.x + 8, from.y + 40, { steps: 4 })
	await page.mouse.move(from.x + 8, list.y + list.height - 8, { steps: 8 })
	await expect
		.poll(async () => {
			await page.mouse.move(from.x + 8, list.y + list.height - 8 + (Date.now() % 2))
			return dialog.locator('.order-list').evaluate((element) => element.scrollTop)
		})
		.toBeGreaterThan(2000)
	await page.mouse.move(from.x + 8, list.y + list.height / 2, { steps: 4 })
	await page.mouse.up()
	await expect.poll(async () => Number(await position(2).inputValue())).toBeGreaterThan(30)

	await dialog.getByRole('button', { name: 'Take Person 2 of many out of the order' }).click()
	await expect(dialog.getByText('1,998 are placed.')).toBeVisible()

	await dialog.getByRole('button', { name: 'Done' }).click()
	await page.getByRole('button', { name: /^Publish/ }).click()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	const { count } = await client
		.from('wall_items')
		.select('*', { count: 'exact', head: true })
		.eq('wall_id', wallId)
		.throwOnError()
	expect(count).toBe(many - 2)
	const first = client.from('wall_items').select('testimonial_id').eq('wall_id', wallId).order('position').limit(3)
	const { data: top } = await first.throwOnError()
	expect(top.map((item) => item.testimonial_id)).toEqual([1, 3, 4].map((person) => byNumber.get(person)))
})
