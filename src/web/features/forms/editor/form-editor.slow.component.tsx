import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerForm, formRow, formTexts, questionRow } from '#test/support/components/form-answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

const open = () => openScreen(`forms/${formRow.id}`)
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const consent = page.getByLabelText('Words beside the box')
const language = page.getByLabelText('Language', { exact: true })
const publish = page.getByRole('button', { name: 'Publish changes' })

test('a new question is not marked as wrong while it is being made, and opens by its whole row', async () => {
	answerForm()
	await open()
	await page.getByRole('button', { name: 'Add a question' }).click()
	const label = page.getByLabelText('Question', { exact: true })
	await expect.element(label).toHaveFocus()
	await page.getByLabelText('Kind').selectOptions('Choice')
	await expect.element(label).not.toHaveAttribute('aria-invalid')
	await expect.element(page.getByText('Saved, except the new question')).toBeVisible()
	expect(document.querySelectorAll('.ui-error')).toHaveLength(0)
	await expectAccessible()

	const head = page.getByRole('button', { name: /A new question/ })
	await head.click({ position: { x: 2, y: 2 } })
	await expect.element(label).not.toBeInTheDocument()
	await expect.element(page.getByText('A question needs words.')).toBeVisible()
	const row = document.querySelector('.question-head')?.getBoundingClientRect()
	expect(document.elementFromPoint((row?.left ?? 0) + 300, (row?.top ?? 0) + 4)).toBe(head.element())
	await head.click()
	await expect.element(label).toHaveAttribute('aria-invalid', 'true')
})

test('the options of a choice are renamed in place and moved by keys, buttons and drag', async () => {
	const options = ['Glass', 'Mount', 'Advice']
	const server = answerForm({}, [questionRow({ kind: 'choice', label: 'Which part mattered?', options })])
	const stored = () => server.draft?.mine.questions?.[0]?.options
	await open()
	await page.getByRole('button', { name: /Which part mattered/ }).click()
	const option = (number: number) => page.getByLabelText(`Option ${number}`, { exact: true })
	await option(2).fill('Glass')
	await expect.element(page.getByText('It is above already.')).toBeVisible()
	expect(stored()).toBeUndefined()
	await option(2).fill('The mount')
	await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
	await expect.element(option(1)).toHaveFocus()
	await expect.element(option(1)).toHaveValue('The mount')
	await page.getByRole('button', { name: 'Move option 3 up' }).click()
	await expect.element(page.getByRole('button', { name: 'Move option 2 up' })).toHaveFocus()
	await expect.poll(stored).toEqual(['The mount', 'Advice', 'Glass'])
	const grip = (number: number) =>
		page.elementLocator(document.querySelectorAll('.options-list .question-grip')[number - 1] as Element)
	await grip(3).dropTo(grip(1), { targetPosition: { x: 4, y: 1 } })
	await expect.element(option(1)).toHaveValue('Glass')
	await page.getByRole('button', { name: 'Remove option 2' }).click()
	await userEvent.keyboard('Price{Enter}')
	await expect.poll(stored).toEqual(['Glass', 'Advice', 'Price'])
})

test('texts that the owner has not written follow the language at once, and go back with it', async () => {
	const server = answerForm()
	await open()
	await language.selectOptions('German')
	await expect.element(title).toHaveValue('Was würden Sie über Bakery sagen?')
	await expect.element(consent).toHaveValue(formTexts.de.consent_text)
	await expect.element(page.getByLabelText('Thank-you')).toHaveAttribute('placeholder', formTexts.de.thank_you)
	await expect.element(page.getByText('The title and consent are now in German.')).toBeVisible()
	await expectAccessible()
	await language.selectOptions('Arabic')
	await expect.element(title).toHaveValue('ماذا تقول عن Bakery؟')
	expect(getComputedStyle(page.getByLabelText('Thank-you').element()).direction).toBe('rtl')
	await language.selectOptions('English')
	await expect.element(title).toHaveValue(formRow.title)
	await expect.element(consent).toHaveValue(formRow.consent_text)
	await language.selectOptions('German')
	await expect.poll(() => server.draft?.mine.consent_text).toBe(formTexts.de.consent_text)
})

test('a text that the owner wrote stays when the language changes', async () => {
	const server = answerForm({ title: 'What would you say about our frames?' })
	await open()
	await language.selectOptions('German')
	await expect.element(page.getByText('The consent is now in German. The title stays as written.')).toBeVisible()
	await expect.element(title).toHaveValue('What would you say about our frames?')
	await consent.fill('Zeigen Sie es gern.')
	await language.selectOptions('French')
	await expect.element(page.getByText('The title and consent stay as written.')).toBeVisible()
	await expect
		.poll(() => server.draft?.mine)
		.toMatchObject({ title: 'What would you say about our frames?', consent_text: 'Zeigen Sie es gern.', locale: 'fr' })
})

test('a form takes all four kinds, and the longest recording is set once it takes recordings', async () => {
	const server = answerForm()
	await open()
	await title.findElement()
	const limit = page.getByLabelText('Longest recording')
	await expect.element(limit).not.toBeInTheDocument()
	for (const kind of ['Audio', 'Video']) await page.getByText(kind, { exact: true }).click()
	await expect.element(limit).toHaveValue('120')
	await limit.selectOptions('Up to 30 seconds')
	await expectAccessible()
	await publish.click()
	await expect.poll(() => server.row.max_seconds).toBe(30)
	expect(server.row.accepts).toEqual(['text', 'photo', 'video', 'audio'])
})

test('the approval rule applies at once, and says what still waits', async () => {
	const server = answerForm()
	await open()
	const invited = page.getByRole('checkbox', { name: /^Invited/ })
	await expect.element(page.getByText(/^Every testimonial waits until a member approves it\./)).toBeVisible()
	await invited.click()
	await expect.element(page.getByText(/^All others wait/)).toBeVisible()
	await expect.poll(() => server.row.auto_approve).toEqual(['invited'])
	expect(await sentRequests('PATCH /rest/v1/forms')[0]?.json()).toEqual({ auto_approve: ['invited'] })
	expect(server.draft).toBeNull()
	await expect.element(publish).not.toBeInTheDocument()
	// A field that is half below the bar of the app would count as a small target.
	scrollTo(0, 0)
	await expectAccessible()
})
