import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

test('an empty search and a part of an address say what is missing, keep what was typed, and ask the server nothing', async () => {
	answer({ 'POST /rest/v1/rpc/find_people': () => ({ testimonials: [], invitations: [] }) })
	await openScreen('space/people')
	const field = page.getByLabelText('E-mail address or name')
	const find = page.getByRole('button', { name: 'Find' })
	await find.click()
	await expect.element(page.getByText('Type the e-mail address of the person, or their name.')).toBeVisible()
	await field.fill('ines@harbour')
	await find.click()
	await expect.element(page.getByText('Type the whole address, for example ines@harbour.org.')).toBeVisible()
	await expect.element(field).toHaveValue('ines@harbour')
	expect(sentRequests().filter(({ url }) => url.includes('/rpc/find_'))).toEqual([])
	await field.fill('ines')
	await userEvent.keyboard('{Enter}')
	await expect.poll(() => sentRequests('POST /rest/v1/rpc/find_people')).toHaveLength(1)
})
