import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, jonas, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const notes = page.getByRole('region', { name: 'Notes' })
const note = notes.getByLabelText('Note')

test('a note of a colleague arrives by itself, and only its author changes it', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }])
	await openInbox('', 'owner', [jonas])
	await expect.element(notes).toBeVisible()
	const row = {
		id: '66666666-6666-4666-8666-666666666666',
		space_id: space.id,
		testimonial_id: idAt(1),
		author: jonas.user_id,
		body: 'Ask her for a photo.',
		created_at: space.created_at,
		edited_at: null,
	}
	tables.testimonial_notes.push(row)
	sendChange({ table: 'testimonial_notes', type: 'INSERT', record: row })
	await expect.element(notes.getByText('Ask her for a photo.')).toBeVisible()
	await expect.element(notes.getByText('Jonas')).toBeVisible()
	await expect.element(notes.getByRole('button', { name: 'Change your note' })).not.toBeInTheDocument()

	await notes.getByRole('button', { name: 'Delete the note' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click()
	await expect.element(notes.getByText('Ask her for a photo.')).not.toBeInTheDocument()
	await expect.poll(() => tables.testimonial_notes).toEqual([])
})

test('a note that was begun is there after Escape and a reload, and is saved by Ctrl Enter and changed', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }])
	await openInbox('', 'owner', [jonas])
	await notes.getByRole('button', { name: 'Add a note' }).click()
	await expect.element(note).toHaveFocus()
	await note.fill('She comes on Monday.\nI ask her then.')
	await expectAccessible()
	await userEvent.keyboard('{Escape}')
	await openAgain()
	await notes.getByRole('button', { name: 'Continue your note' }).click()
	await expect.element(note).toHaveValue('She comes on Monday.\nI ask her then.')
	await userEvent.keyboard('{Control>}{Enter}{/Control}')
	await expect.element(notes.getByRole('listitem')).toMatchTextContent('She comes on Monday.')
	await notes.getByRole('button', { name: 'Change your note' }).click()
	await note.fill('She came.')
	await notes.getByRole('button', { name: 'Save note' }).click()
	await expect.element(notes.getByText('She came.')).toBeVisible()
	await expect
		.poll(() => tables.testimonial_notes)
		.toMatchObject([{ body: 'She came.', testimonial_id: idAt(1), space_id: space.id }])
})
