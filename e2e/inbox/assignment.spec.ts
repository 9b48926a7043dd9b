import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

// Two members with sessions of their own: the database filters and sends what each assigns.
test('two members see at once what the other assigns, without a reload', async ({ page, browser, server, space }) => {
	const { id } = await submitTestimonial(server.url, space, { body: 'Words for Jonas.', author: { name: 'Ines' } })
	const editor = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, editor, `inbox?space=${space.spaceId}`)
	await expect(other.getByLabel('Assigned to', { exact: true })).toHaveValue('')
	await openSignedIn(page, server.url, space, `inbox?t=${id}`)

	await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: editor.username })
	await expect(other.getByLabel('Assigned to', { exact: true }).locator('option:checked')).toHaveText('You')
	await other.getByRole('button', { name: 'Mine' }).click()
	await expect(other.locator('.inbox-row')).toContainText('Words for Jonas.')

	// It leaves the colleague's list when it is taken back, and returns.
	await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'You' })
	await expect(other.locator('.inbox-row')).toHaveCount(0)
	await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: editor.username })
	await expect(other.locator('.inbox-row')).toContainText('Words for Jonas.')
	await other.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'Nobody' })
	await expect(page.getByLabel('Assigned to', { exact: true })).toHaveValue('')
	await other.context().close()
})
