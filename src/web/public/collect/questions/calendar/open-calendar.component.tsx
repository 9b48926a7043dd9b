import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { makeQuestion, openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const questions = [makeQuestion({ kind: 'date', label: 'When were you here?' })]
const typed = () => [...document.querySelectorAll<HTMLInputElement>('.date-parts input')].map(({ value }) => value)
const calendar = page.getByRole('dialog')
const focused = () => document.activeElement?.getAttribute('aria-label')
const focusedDay = () => (document.activeElement as HTMLElement).dataset.day

async function typeDay(values: string[]) {
	for (const [at, value] of values.entries())
		await page.elementLocator(document.querySelectorAll('.date-parts input')[at] as Element).fill(value)
}

test('a day is chosen in a calendar by keys or a tap, kept with the draft, and sent', async () => {
	takeSubmissions()
	await page.viewport(360, 740)
	await openForm({ form: { questions } })
	await page.getByRole('textbox', { name: 'Your words' }).fill('They sing.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
	const open = page.getByRole('button', { name: 'Choose in a calendar' })
	await typeDay(['1', '31', '2024'])
	;(open.element() as HTMLElement).focus()
	await userEvent.keyboard('{Enter}')
	await expect.element(calendar).toMatchTextContent('January 2024')
	await expect.poll(focused).toBe('Wednesday, January 31, 2024')
	expect(document.activeElement?.ariaPressed).toBe('true')
	// The visitor's region begins a week on Monday. The last day of a shorter month stands for the 31st.
	for (const [key, day] of [
		['{Home}', 'Monday, January 29, 2024'],
		['{End}', 'Sunday, February 4, 2024'],
		['{ArrowLeft}', 'Saturday, February 3, 2024'],
		['{ArrowUp}', 'Saturday, January 27, 2024'],
		['{ArrowRight}', 'Sunday, January 28, 2024'],
		['{ArrowDown}', 'Sunday, February 4, 2024'],
		['{PageDown}', 'Monday, March 4, 2024'],
		['{Shift>}{PageUp}{/Shift}', 'Saturday, March 4, 2023'],
		['{PageDown}', 'Tuesday, April 4, 2023'],
		['{Shift>}{PageDown}{/Shift}', 'Thursday, April 4, 2024'],
		['{PageUp}', 'Monday, March 4, 2024'],
	] as const) {
		await userEvent.keyboard(key)
		expect(focused(), key).toBe(day)
	}
	for (const button of calendar.element().querySelectorAll('button')) {
		const { width, height } = button.getBoundingClientRect()
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
	}
	await expectAccessible()
	await userEvent.keyboard('{Escape}')
	await expect.element(calendar).not.toBeInTheDocument()
	await expect.element(open).toHaveFocus()
	expect(typed()).toEqual(['1', '31', '2024'])

	await open.click()
	await calendar.getByRole('button', { name: 'Month after' }).click()
	await calendar.getByRole('button', { name: 'Thursday, February 29, 2024' }).click()
	await expect.element(calendar).not.toBeInTheDocument()
	await expect.element(open).toHaveFocus()
	expect(typed()).toEqual(['2', '29', '2024'])
	await openForm({ form: { questions } })
	await expect.poll(typed).toEqual(['2', '29', '2024'])
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(await sentFields()).toMatchObject({ [`answer_${questions[0]?.id}.day`]: '29' })
	await page.viewport(1280, 800)
})

test('an Arabic calendar runs from right to left and begins on Saturday, on the narrowest phone', async () => {
	await page.viewport(320, 640)
	await openForm({ form: { questions, locale: 'ar' } })
	const open = page.getByRole('button', { name: 'اختر من التقويم' })
	await typeDay(['٥', '١١', '٢٠٢٥'])
	await open.click()
	await expect.poll(() => document.querySelector<HTMLTableCellElement>('dialog th')?.abbr).toBe('السبت')
	await expect.poll(focusedDay).toBe('2025-11-05')
	const box = (day: string) => document.querySelector(`[data-day="2025-11-${day}"]`)?.getBoundingClientRect()
	expect(box('06')?.x).toBeLessThan(box('05')?.x ?? 0)
	expect(box('05')?.width).toBeGreaterThanOrEqual(44)
	await userEvent.keyboard('{ArrowLeft}')
	expect(focusedDay()).toBe('2025-11-06')
	await expectAccessible()
	expect(document.documentElement.scrollWidth).toBe(320)
	await userEvent.keyboard('{Enter}')
	expect(typed()).toEqual(['6', '11', '2025'])
	await expect.element(open).toHaveFocus()
	await page.viewport(1280, 800)
})
