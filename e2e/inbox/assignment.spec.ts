import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

test('a testimonial is given to a colleague, who finds it under Mine', async ({ page, browser, server, space }) => {
	await submitTestimonial(server.url, space, { body: 'Words for nobody yet.', author: { name: 'Otto' } })
	const { id } = await submitTestimonial(server.url, space, { body: 'Words for Jonas.', author: { name: 'Ines' } })
	await openSignedIn(page, server.url, space, `inbox?t=${id}`)
	await expect(page.getByRole('definition').first()).toBeVisible()
	// Alone, there is nobody to give it to.
	await expect(page.getByLabel('Assigned to')).toHaveCount(0)

	const editor = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	await page.reload()
	await page.getByLabel('Assigned to').selectOption({ label: editor.username })
	await expect
		.poll(async () => {
			const found = space.client.from('testimonials').select('assigned_to').eq('id', id).single()
			return (await found.throwOnError()).data.assigned_to
		})
		.not.toBe(null)
	await expectAccessibleInBothSchemes(page, 'an assigned testimonial')

	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, editor, `inbox?space=${space.spaceId}`)
	await other.getByRole('button', { name: 'Mine' }).click()
	const rows = other.getByRole('region', { name: 'Testimonial', exact: true })
	await expect(rows.getByText('Words for Jonas.')).toBeVisible()
	await expect(other.getByText('Words for nobody yet.')).toHaveCount(0)
	await expect(other.getByLabel('Assigned to')).toHaveValue(/./)
	await other.context().close()
})

test('two members see at once what the other assigns, without a reload', async ({ page, browser, server, space }) => {
	const { id } = await submitTestimonial(server.url, space, { body: 'Words for Jonas.', author: { name: 'Ines' } })
	const editor = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, editor, `inbox?space=${space.spaceId}`)
	await expect(other.getByLabel('Assigned to')).toHaveValue('')
	await openSignedIn(page, server.url, space, `inbox?t=${id}`)

	await page.getByLabel('Assigned to').selectOption({ label: editor.username })
	await expect(other.getByLabel('Assigned to').locator('option:checked')).toHaveText('You')
	await other.getByRole('button', { name: 'Mine' }).click()
	await expect(other.locator('.inbox-row')).toContainText('Words for Jonas.')

	// It leaves the colleague's list when it is taken back, and returns.
	await page.getByLabel('Assigned to').selectOption({ label: 'You' })
	await expect(other.locator('.inbox-row')).toHaveCount(0)
	await page.getByLabel('Assigned to').selectOption({ label: editor.username })
	await expect(other.locator('.inbox-row')).toContainText('Words for Jonas.')
	await other.getByLabel('Assigned to').selectOption({ label: 'Nobody' })
	await expect(page.getByLabel('Assigned to')).toHaveValue('')
	await other.context().close()
})
