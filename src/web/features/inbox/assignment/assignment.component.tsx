import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerInbox, jonas, listedNames, openedName, openInbox, viewButton } from '#test/support/components/inbox.ts'
import { person } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const field = page.getByLabelText('Assigned to')

test('a space of one member assigns nothing', async () => {
	answerInbox([{ author_name: 'Ines' }])
	await openInbox()
	await expect.element(page.getByRole('definition').first()).toBeVisible()
	await expect.element(field).not.toBeInTheDocument()
	await expect.element(viewButton(/^Mine/)).not.toBeInTheDocument()
})

test('a testimonial is given to a colleague, and what others assign comes and goes under Mine by itself', async () => {
	const tables = answerInbox([{ author_name: 'Otto' }, { author_name: 'Ines' }])
	const ines = tables.testimonials[1]
	if (!ines) throw new Error('there is no testimonial')
	await openInbox('', 'owner', [jonas])
	await expect.element(openedName).toHaveTextContent('Ines')
	await userEvent.selectOptions(field, 'Jonas')
	await expect.poll(() => ines.assigned_to).toBe(jonas.user_id)

	await viewButton(/^Mine/).click()
	await expect.poll(listedNames).toEqual([])
	const assign = (assigned_to: string | null) => {
		ines.assigned_to = assigned_to
		sendChange({ table: 'testimonials', type: 'UPDATE', record: ines })
	}
	assign(person.id)
	await expect.poll(listedNames).toEqual(['Ines'])
	await expect.element(field).toHaveValue(person.id)
	assign(jonas.user_id)
	await expect.poll(listedNames).toEqual([])
	assign(person.id)
	await expect.poll(listedNames).toEqual(['Ines'])
	await userEvent.selectOptions(field, 'Nobody')
	await expect.poll(() => ines.assigned_to).toBeNull()
})
