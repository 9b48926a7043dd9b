import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'

/** Tags two testimonials with the first name and one of them with the second, and lets the wall select by the first. */
async function tagTestimonials(url: string, { client, spaceId, wallId, ...space }: TestSpace, names: [string, string]) {
	const ids: string[] = []
	for (const name of names) {
		const tag = { space_id: spaceId, name }
		const { data } = await client.from('tags').insert(tag).select('id').single().throwOnError()
		ids.push(data.id)
	}
	const [first, second] = ids
	for (const tags of [[first], [first, second]]) {
		const { id } = await submitTestimonial(url, { client, spaceId, wallId, ...space })
		const rows = tags.map((tag_id) => ({ space_id: spaceId, testimonial_id: id, tag_id }))
		await client.from('testimonial_tags').insert(rows).throwOnError()
	}
	await client
		.from('walls')
		.update({ selection: { tags: [first] } })
		.eq('id', wallId)
		.throwOnError()
	return ids
}

for (const width of flowWidths(360))
	test(`tags are made, renamed, coloured, merged and deleted on their screen, at ${width} px`, async ({
		page,
		server,
		space,
	}) => {
		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, server.url, space, 'space/tags')
		await expect(page.getByRole('heading', { name: 'No tags yet.' })).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'no tags')
		await page.getByRole('button', { name: 'New tag' }).click()
		await page.getByRole('button', { name: 'Make tag' }).click()
		await expect(page.getByText('Give the tag a name.')).toBeVisible()
		await page.getByLabel('Name').fill('  Repair ')
		await page.getByTitle('Clay').click()
		await page.getByLabel('Name').press('Enter')
		await expect(page.getByRole('button', { name: 'New tag' })).toBeFocused()

		const [, second] = await tagTestimonials(server.url, space, ['Gift', 'Present'])
		await page.reload()
		const rows = page.getByRole('main').getByRole('listitem')
		await expect(rows.filter({ hasText: 'Gift' })).toContainText(`2 testimonials`)
		await expect(rows.filter({ hasText: 'Gift' }).getByRole('link', { name: space.name })).toBeVisible()
		await expect(rows.filter({ hasText: 'Repair' })).toContainText('0 testimonials')

		// A taken name keeps what was typed and offers to merge.
		await page.getByRole('button', { name: 'Edit Gift' }).click()
		await expect(page.getByLabel('Name')).toBeFocused()
		await page.getByLabel('Name').fill('present')
		await expect(page.getByText('A tag is called “Present”.')).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'a taken name')
		await page.getByRole('button', { name: 'Merge into “Present”' }).click()
		const dialog = page.getByRole('dialog')
		await expect(dialog).toContainText('2 testimonials of “Gift” get “Present”, and “Gift” goes.')
		await expect(dialog).toContainText(`The wall “${space.name}” then selects by “Present”.`)
		await dialog.getByRole('button', { name: 'Merge tags' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeFocused()
		await expect(rows.filter({ hasText: 'Gift' })).toHaveCount(0)
		await expect(rows.filter({ hasText: 'Present' })).toContainText('2 testimonials')
		const wall = await space.client.from('walls').select('selection').eq('id', space.wallId).single().throwOnError()
		expect(wall.data.selection).toEqual({ tags: [second] })

		await page.getByRole('button', { name: 'Edit Present' }).click()
		await page.getByLabel('Name').fill('Presents')
		await page.getByTitle('Amber').click()
		await page.getByRole('button', { name: 'Save' }).click()
		await expect(page.getByRole('button', { name: 'Edit Presents' })).toBeFocused()
		const tag = await space.client.from('tags').select('name, color').eq('id', second).single().throwOnError()
		expect(tag.data).toEqual({ name: 'Presents', color: 'amber' })

		await page.getByRole('button', { name: 'Edit Presents' }).click()
		await page.getByRole('button', { name: 'Delete tag' }).click()
		await expect(dialog).toContainText('2 testimonials lose this tag.')
		await expect(dialog).toContainText(`The wall “${space.name}” selects by this tag alone`)
		await expectAccessibleInBothSchemes(page, 'before a tag is deleted')
		await dialog.getByRole('button', { name: 'Delete tag' }).click()
		await expect(rows).toHaveText([/Repair/])

		await page.goto(`${server.url}/dashboard/walls/${space.wallId}`)
		await expect(page.getByText(/The tag that this wall selects by was deleted/)).toBeVisible()
	})

test('viewers see the tags and change none, and the palette and the tag control lead there', async ({
	page,
	server,
	space,
}) => {
	await tagTestimonials(server.url, space, ['Gift', 'Wholesale customers who asked for a second delivery'])
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Tags' }).click()
	await page.getByRole('link', { name: 'Rename, merge or delete tags' }).last().click()
	await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()

	const viewer = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, viewer.client, 'viewer')
	const other = await page.context().browser()?.newPage()
	if (!other) throw new Error('There is no browser.')
	await openSignedIn(other, server.url, viewer, `space/tags?space=${space.spaceId}`)
	await expect(other.getByText('Owners and editors of the space change them.')).toBeVisible()
	await expect(other.getByRole('main').getByRole('listitem')).toHaveCount(2)
	await expect(other.getByRole('button', { name: /^(Edit|New tag)/ })).toHaveCount(0)
	await other.keyboard.press('ControlOrMeta+k')
	await other.getByPlaceholder('Search or jump to').fill('merge')
	await other.keyboard.press('Enter')
	await expect(other.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
	await other.close()
})
