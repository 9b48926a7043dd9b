import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

// Two members with sessions of their own: row-level security and realtime carry each note to the other.
test('members see the notes of each other at once', { tag: '@each' }, async ({ page, browser, server, space }) => {
	const editor = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	const { id } = await submitTestimonial(server.url, space)
	const address = `inbox?t=${id}&space=${space.spaceId}`
	const other = await (await browser.newContext()).newPage()
	await openSignedIn(page, server.url, space, address)
	await openSignedIn(other, server.url, editor, address)
	const mine = page.getByRole('region', { name: 'Notes' })
	const theirs = other.getByRole('region', { name: 'Notes' })

	await other.getByRole('button', { name: 'Add a note' }).click()
	await theirs.getByLabel('Note').fill('Ask her for a photo.')
	await theirs.getByRole('button', { name: 'Add note' }).click()
	await expect(mine.getByText('Ask her for a photo.')).toBeVisible()
	await expect(mine.getByText(editor.username)).toBeVisible()
	await theirs.getByRole('button', { name: 'Change your note' }).click()
	await theirs.getByLabel('Note').fill('She came.')
	await theirs.getByRole('button', { name: 'Save note' }).click()
	await expect(mine.getByText('She came.')).toBeVisible()
	await expect(mine.getByText('edited')).toBeVisible()
	await mine.getByRole('button', { name: 'Delete the note' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
	await expect(theirs.getByRole('listitem')).toHaveCount(0)
	await other.context().close()
})
