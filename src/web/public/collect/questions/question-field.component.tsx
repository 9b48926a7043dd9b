import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PublicQuestion } from '#shared/form/public-form.ts'
import { sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { makeQuestion, openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const choices = page.getByRole('group', { name: /^What did you make/ })
const score = page.getByRole('group', { name: /^Would you come back/ })
const date = page.getByRole('group', { name: /^When were you here/ })

/** Asks for several choices, a score and a date. */
const ask = (more: Partial<PublicQuestion> = {}): PublicQuestion[] => [
	makeQuestion({
		kind: 'choices',
		label: 'What did you make?',
		options: ['Bowls', 'A mug', 'Tiles'],
		most: 2,
		...more,
	}),
	makeQuestion({
		kind: 'score',
		label: 'Would you come back?',
		low_label: 'Never',
		high_label: 'Tomorrow',
		position: 1,
		...more,
	}),
	makeQuestion({ kind: 'date', label: 'When were you here?', tip: 'Roughly is enough.', position: 2, ...more }),
]

async function fill(options: Parameters<typeof openForm>[0]) {
	await openForm(options)
	await page.elementLocator(document.querySelector('#body') as Element).fill('They sing.')
	await page.elementLocator(document.querySelector('#name') as Element).fill('Ines Okafor')
}

test('choices, a score and a date are checked, survive a reload, and are sent as they were given', async () => {
	takeSubmissions()
	await page.viewport(320, 640)
	const options = { form: { questions: ask({ required: true }) } }
	await fill(options)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('alert')).toMatchTextContent('3 things to fix')

	for (const name of ['Bowls', 'A mug', 'Tiles']) await choices.getByRole('checkbox', { name }).click()
	await expect.element(date).toHaveAccessibleDescription(/Roughly is enough/)
	for (const [part, value] of [
		['Month', '2'],
		['Day', '30'],
		['Year', '2026'],
	] as const)
		await date.getByRole('textbox', { name: part }).fill(value)
	await expect.element(score).toHaveAccessibleDescription(/0 Never.*10 Tomorrow/)
	for (const cell of score.element().querySelectorAll('label')) {
		const { width, height } = cell.getBoundingClientRect()
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
	}
	await score.getByRole('radio', { name: '7' }).click()
	await userEvent.keyboard('{ArrowRight}')
	await expect.element(score.getByRole('radio', { name: '8' })).toBeChecked()
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(choices).toMatchTextContent('Choose at most 2.')
	await expect.element(date).toMatchTextContent('Write a day that exists, with all four digits of the year.')
	await expectAccessible()
	await page
		.getByRole('alert')
		.getByRole('link', { name: /day that exists/ })
		.click()
	await expect.element(date.getByRole('textbox').first()).toHaveFocus()
	expect(document.documentElement.scrollWidth).toBe(320)
	expect(sentRequests()).toEqual([])

	await choices.getByRole('checkbox', { name: 'A mug' }).click()
	await date.getByRole('textbox', { name: 'Day' }).fill('28')
	await openForm(options)
	await expect.element(choices.getByRole('checkbox', { name: 'Tiles' })).toBeChecked()
	await expect.element(choices.getByRole('checkbox', { name: 'A mug' })).not.toBeChecked()
	await expect.element(score.getByRole('radio', { name: '8' })).toBeChecked()
	await expect.element(date.getByRole('textbox', { name: 'Year' })).toHaveValue('2026')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	const [many, number, day] = options.form.questions.map(({ id }) => `answer_${id}`)
	expect(await sentFields()).toMatchObject({
		[`${many}.0`]: 'Bowls',
		[`${many}.2`]: 'Tiles',
		[`${number}`]: '8',
		[`${day}.day`]: '28',
		[`${day}.month`]: '2',
		[`${day}.year`]: '2026',
	})
	await page.viewport(1280, 800)
})

test('an Arabic form asks for the day first and takes Arabic digits', async () => {
	takeSubmissions()
	await fill({ form: { questions: ask(), locale: 'ar' } })
	await expect.element(date.getByRole('textbox').first()).toHaveAccessibleName('اليوم')
	for (const [at, value] of ['٥', '١١', '٢٠٢٥'].entries()) await date.getByRole('textbox').nth(at).fill(value)
	await expectAccessible()
	await page.getByRole('button', { name: 'أرسل' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Ines')
})

test('an optional choice is taken back, by which nothing moves', async () => {
	await fill({ form: { questions: ask() } })
	await expect.element(page.getByText(/^Draft kept/)).toBeVisible()
	const height = () => document.documentElement.scrollHeight
	const before = height()
	await score.getByRole('radio').nth(3).click()
	const clear = page.elementLocator(score.element().parentElement as Element).getByRole('button', { name: 'No answer' })
	await expect.element(clear).toBeVisible()
	expect(height()).toBe(before)
	await expectAccessible()
	await clear.click()
	expect(score.element().querySelector(':checked')).toBeNull()
	await expect
		.poll(() => document.querySelector('.asks .no-answer')?.checkVisibility({ visibilityProperty: true }))
		.toBe(false)
	await expect.element(score.getByRole('radio').first()).toHaveFocus()
})
