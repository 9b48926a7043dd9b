import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FormVersionRow } from '#shared/rows.ts'
import { answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerForm, formRow, questionRow, type ServerForm } from '#test/support/components/form-answers.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'
import { toDraft, toParts } from './form-draft.ts'

const open = (role?: 'viewer') => openScreen(`forms/${formRow.id}`, role)
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const publish = page.getByRole('button', { name: 'Publish changes' })
const kept = page.getByRole('button', { name: 'Kept as a draft: one change' })
const conflict = page.getByText('The title elsewhere: Theirs?')
const saved = page.getByText('Saved', { exact: true })

beforeEach(() => page.viewport(1280, 800))

/** Publishes another title, as a program does that writes to the form. */
function publishElsewhere(server: ServerForm, words: string): void {
	server.row = { ...server.row, title: words, updated_at: new Date().toISOString() }
	sendChange({ table: 'forms', type: 'UPDATE', record: server.row })
}

test('a part that a program published meanwhile is a choice, and the chosen one is published', async () => {
	const server = answerForm()
	await open()
	await title.fill('Mine?')
	await expect.element(kept).toBeVisible()
	await expect.element(saved).toBeVisible()
	publishElsewhere(server, 'Theirs?')
	await expect.element(conflict).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: 'Keep mine' }).click()
	await expect.element(conflict).not.toBeInTheDocument()
	await publish.click()
	await expect.poll(() => server.row.title).toBe('Mine?')
})

test('the other text of a conflict is taken, and the draft is removed with its last change', async () => {
	const server = answerForm()
	await open()
	await title.fill('Mine?')
	await expect.element(kept).toBeVisible()
	publishElsewhere(server, 'Theirs?')
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect.element(title).toHaveValue('Theirs?')
	await expect.poll(() => server.draft).toBeNull()
})

test('a part that a program publishes while the draft is being saved is a choice, too', async () => {
	const server = answerForm()
	await open()
	const saving = holdAnswer('POST /rest/v1/form_drafts')
	await title.fill('Mine?')
	await saving.given
	const reading = holdAnswer('GET /rest/v1/forms')
	publishElsewhere(server, 'Theirs?')
	await reading.given
	saving.letGo()
	await expect.element(kept).toBeVisible()
	reading.letGo()
	await expect.element(conflict).toBeVisible()
})

test('input typed during a save or an older read stays, and no conflict is reported', async () => {
	answerForm()
	await open()
	await title.findElement()
	const older = holdAnswer('GET /rest/v1/forms')
	// As on window focus: the form is read again.
	await expect
		.poll(() => {
			window.dispatchEvent(new Event('visibilitychange'))
			return older.isGiven()
		})
		.toBe(true)
	await title.fill('How does it hang?')
	await expect.element(saved).toBeVisible()
	await older.letGo()
	const saving = holdAnswer('PATCH /rest/v1/form_drafts')
	await title.fill('How does it hang? Level')
	await saving.given
	await title.fill('How does it hang? Level?')
	await saving.letGo()
	await expect.element(saved).toBeVisible()
	await expect.element(title).toHaveValue('How does it hang? Level?')
	await expect.element(page.getByText(/Somebody changed/)).not.toBeInTheDocument()
})

test('what a draft changes is listed, a discarded draft comes back, and the list of forms marks it', async () => {
	const server = answerForm()
	await open()
	await title.fill('How was the water?')
	await kept.click()
	const changes = page.getByRole('dialog', { name: 'What the draft changes' })
	await expect.element(changes).toMatchTextContent(/The title: “How was the water\?”.*Changed last by you/)
	await expectAccessible()
	await page.getByRole('button', { name: 'Discard' }).click({ force: true })
	await expect.element(title).toHaveValue(formRow.title)
	await expect.element(saved).toBeVisible()
	await expect.poll(() => server.draft).toBeNull()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect.element(title).toHaveValue('How was the water?')
	await expect.poll(() => server.draft?.mine.title).toBe('How was the water?')
	await page.getByRole('navigation').getByRole('link', { name: 'Forms' }).click()
	await expect.element(page.getByText('Changes not published')).toBeVisible()
	await expectAccessible()
})

test('a draft fits on a phone and is published there', async () => {
	await page.viewport(360, 740)
	const server = answerForm()
	server.draft = draftRow({ title: 'How was the water?' })
	await open()
	await expect.element(title).toHaveValue('How was the water?')
	await expect.element(kept).toBeVisible()
	await expectAccessible()
	expect(document.documentElement.scrollWidth).toBe(360)
	await publish.click()
	await expect.poll(() => server.row.title).toBe('How was the water?')
})

test('a viewer sees what a draft changes, and has no button that changes it', async () => {
	answerForm().draft = draftRow({ title: 'How was the water?' })
	await open('viewer')
	await expect.element(kept).toBeVisible()
	await expect.element(title).toHaveValue('How was the water?')
	await expect.element(title).toBeDisabled()
	await expect.element(publish).not.toBeInTheDocument()
	await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
})

const draftRow = (mine: object) => ({
	space_id: space.id,
	form_id: formRow.id,
	mine,
	base: toParts(toDraft(formRow, [])),
	version: 1,
	edited_by: person.id,
	edited_at: '2026-01-02T00:00:00Z',
})

const versionRow = (version: number, change: object, label?: string): FormVersionRow => ({
	space_id: space.id,
	form_id: formRow.id,
	version,
	parts: toParts(toDraft({ ...formRow, ...change }, label ? [questionRow({ label })] : [])),
	published_by: person.id,
	published_at: '2026-01-02T00:00:00Z',
})

for (const width of [1280, 360])
	test(`the history of a form lists each change and its author at ${width} px`, async () => {
		await page.viewport(width, 800)
		const changed = { title: 'How did the frame arrive?', rating: 'required' }
		answerForm()
		answerRows('form_versions', [
			versionRow(5, changed),
			versionRow(4, changed, 'Which picture?'),
			versionRow(3, changed, 'Which frame?'),
			versionRow(2, changed),
			versionRow(1, {}),
		])
		await open()
		await page.getByRole('button', { name: 'History' }).click()
		const dialog = page.getByRole('dialog', { name: 'History' })
		const version = (number: number) => dialog.getByRole('listitem').filter({ hasText: `Version ${number}` })
		await expect.element(version(5)).toMatchTextContent(/shown now.*by you.*Without the question “Which picture\?”/)
		await expect.element(version(4)).toMatchTextContent('The question “Which frame?” is now “Which picture?”')
		await expect.element(version(3)).toMatchTextContent('A new question: “Which frame?”')
		await expect.element(version(2)).toMatchTextContent(/The title: “How did the frame arrive\?”.*The rating: required/)
		await expect.element(version(1)).toBeVisible()
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
	})

test('a former version is looked at beside the editor, and restored as the draft', async () => {
	const server = answerForm({ title: 'The second title' })
	answerRows('form_versions', [
		versionRow(2, { title: 'The second title' }),
		versionRow(1, { title: 'The first title' }),
	])
	await open()
	const history = page.getByRole('button', { name: 'History' })
	const frame = () => page.getByTitle('The page of this form').element().getAttribute('src')
	await history.click()
	await page.getByRole('button', { name: 'Look at version 1' }).click()
	await expect.element(page.getByText(/^The preview shows version 1/)).toBeVisible()
	expect(frame()).toMatch(/&version=1$/)
	await expect.element(title).toHaveValue('The second title')
	await expectAccessible()
	await page.getByRole('button', { name: 'Back to the draft' }).click()
	await expect.poll(frame).not.toMatch(/version=1/)
	await history.click()
	await page.getByRole('button', { name: 'Restore version 1' }).click()
	await expect.element(title).toHaveValue('The first title')
	await expect.poll(() => server.draft?.mine.title).toBe('The first title')
})
