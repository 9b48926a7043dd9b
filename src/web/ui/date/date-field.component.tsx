import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { DateField } from './date-field.tsx'

let from = ''
let until = ''

/** Two days of which the second is not before the first, as in the inbox's filter. */
function Days() {
	const [days, setDays] = useState({ from: '', until: '' })
	from = days.from
	until = days.until
	return (
		<main>
			<DateField label="Sent from" value={days.from} onChange={(day) => setDays({ ...days, from: day })} />
			<DateField
				label="until"
				value={days.until}
				min={days.from}
				onChange={(day) => setDays({ ...days, until: day })}
			/>
		</main>
	)
}

test('a day is typed, or chosen in the calendar by keys and mouse, and a wrong one says so', async () => {
	await render(<Days />)
	const field = page.getByLabelText('Sent from')
	await field.fill('2026-13-01')
	await userEvent.tab()
	await expect.element(page.getByText('Type a day such as 2026-03-31.')).toBeVisible()
	expect(from).toBe('')
	await field.fill('2026-1-31')
	expect(from).toBe('2026-01-31')
	await userEvent.tab()
	await expect.element(field).toHaveValue('2026-01-31')

	await page.getByRole('button', { name: 'Choose in a calendar' }).first().click()
	await expect.element(page.getByRole('button', { name: /31 January 2026$/ })).toHaveFocus()
	await expectAccessible()
	await userEvent.keyboard('{PageDown}{ArrowRight}{Enter}')
	await expect.element(field).toHaveValue('2026-03-01')
	await expect.element(field).toHaveFocus()
	expect(from).toBe('2026-03-01')

	await page.getByRole('button', { name: 'Choose in a calendar' }).last().click()
	await userEvent.keyboard('{Escape}')
	await page.getByLabelText('until').fill('2026-02-01')
	await userEvent.tab()
	await expect.element(page.getByText(/or a later day\./)).toBeVisible()
	expect(until).toBe('')
	await field.fill('')
	expect(from).toBe('')
})
