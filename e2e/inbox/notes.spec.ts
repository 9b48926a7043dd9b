import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

for (const width of flowWidths(1280))
	test(`members note about a testimonial and see the notes of each other live, at ${width} px`, async ({
		page,
		browser,
		server,
		space,
	}) => {
		const editor = await makeSpace(server.url)
		await joinSpace(space.client, space.spaceId, editor.client, 'editor')
		const { id } = await submitTestimonial(server.url, space)
		const address = `inbox?t=${id}&space=${space.spaceId}`
		await openSignedIn(page, server.url, space, address)
		await page.setViewportSize({ width, height: 800 })
		const other = await (await browser.newContext()).newPage()
		await openSignedIn(other, server.url, editor, address)
		const mine = page.getByRole('region', { name: 'Notes' })
		const theirs = other.getByRole('region', { name: 'Notes' })

		await other.getByRole('button', { name: 'Add a note' }).click()
		await theirs.getByLabel('Note').fill('Ask her for a photo.')
		await theirs.getByRole('button', { name: 'Add note' }).click()
		await expect(theirs.getByText('Ask her for a photo.')).toBeVisible()
		await expect(mine.getByText('Ask her for a photo.')).toBeVisible()
		await expect(mine.getByText(editor.username)).toBeVisible()
		await expect(mine.getByRole('button', { name: 'Change your note' })).toHaveCount(0)

		// A note that was begun is still there after Escape and a reload.
		await mine.getByRole('button', { name: 'Add a note' }).click()
		await mine.getByLabel('Note').fill('She comes on Monday.\nI ask her then.')
		await expectAccessibleInBothSchemes(page, 'a note that is written')
		await page.keyboard.press('Escape')
		await page.reload()
		await mine.getByRole('button', { name: 'Continue your note' }).click()
		await mine.getByLabel('Note').press('ControlOrMeta+Enter')
		await expect(theirs.getByText('She comes on Monday.')).toBeVisible()
		await mine.getByRole('button', { name: 'Change your note' }).click()
		await mine.getByLabel('Note').fill('She came.')
		await mine.getByRole('button', { name: 'Save note' }).click()
		await expect(theirs.getByText('She came.')).toBeVisible()
		await expect(theirs.getByText('edited')).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'notes')

		await mine.getByRole('button', { name: 'Delete the note' }).first().click()
		await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
		await expect(theirs.getByText('Ask her for a photo.')).toHaveCount(0)
		await expect(theirs.getByRole('listitem')).toHaveCount(1)
		await other.context().close()
	})
