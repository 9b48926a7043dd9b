import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Milestones } from '#shared/rows.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { answerForm, formRow } from '#test/support/components/form-answers.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const words = page.getByLabelText('Their words')
const name = page.getByLabelText('Name', { exact: true })
const add = page.getByRole('button', { name: 'Add it' })
const waiting = page.getByText(/waiting for you to approve it/)
/** Ticks steps as the server does: the row of the space has changed. */
function tick(steps: Partial<Milestones>): void {
	answerRows('spaces', [{ milestones: { ...space.milestones, ...steps } }])
	sendChange({ table: 'spaces', type: 'UPDATE', record: { id: space.id } })
}
const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
const unreachable = 'The server cannot be reached. Check your connection and try again.'

beforeEach(async () => {
	await page.viewport(1280, 800)
	answerForm()
})

test('a testimonial that was given elsewhere is sent word for word, with permission and origin, and ticks its step', async () => {
	answer({
		'POST /functions/v1/testimonial': () => {
			tick({ first: new Date().toISOString() })
			return {}
		},
	})
	await openScreen('start')
	await add.click()
	await expect.element(page.getByText('Paste what was said.')).toBeVisible()
	await expect.element(words).toHaveFocus()
	await words.fill('  عادت إليّ كأنها كُتبت أمس.  ')
	await name.fill('سلمى')
	await page.getByLabelText('Where it comes from').fill('Letter, 3 November')
	await page.getByRole('checkbox').click()
	await add.click()
	await expect.element(waiting).toBeVisible()
	await expect.element(step('First testimonial')).toMatchTextContent('just now')
	const sent = await sentRequests('POST /functions/v1/testimonial')[0]?.formData()
	expect(Object.fromEntries(sent ?? [])).toMatchObject({
		space_id: space.id,
		body: '  عادت إليّ كأنها كُتبت أمس.  ',
		name: 'سلمى',
		origin: 'Letter, 3 November',
		may_publish: 'yes',
	})
})

test('words typed while another testimonial is being added stay, and the rest is emptied', async () => {
	answer({ 'POST /functions/v1/testimonial': () => ({}) })
	await openScreen('start')
	await words.fill('They waited for the tide with us.')
	await name.fill('Ines')
	const adding = holdAnswer('POST /functions/v1/testimonial')
	await add.click()
	await adding.given
	await words.fill('The quietest week of my life.')
	await adding.letGo()
	await expect.element(waiting).toBeVisible()
	await expect.element(words).toHaveValue('The quietest week of my life.')
	await expect.element(name).toHaveValue('')
})

test('a testimonial stays in its fields while the server cannot be reached', async () => {
	answer({ 'POST /functions/v1/testimonial': () => Promise.reject(new TypeError('Failed to fetch')) })
	await openScreen('start')
	await words.fill('They waited for the tide with us.')
	await name.fill('Ines')
	await add.click()
	await expect.element(page.getByText(unreachable)).toBeVisible()
	await expect.element(words).toHaveValue('They waited for the tide with us.')
	answer({ 'POST /functions/v1/testimonial': () => ({}) })
	await add.click()
	await expect.element(waiting).toBeVisible()
})

test('a button does not move when content above it loads late', async () => {
	answerRows('spaces', [{ milestones: { ...space.milestones, wall: new Date().toISOString() } }])
	const reading = holdAnswer('GET /rest/v1/spaces')
	await openScreen('start')
	await reading.given
	await name.fill('Ines')
	const top = () => add.element().getBoundingClientRect().top
	const before = top()
	await reading.letGo()
	await expect.element(step('Choose a wall')).toMatchTextContent('just now')
	expect(top()).toBe(before)
})

test('a closed form is not called live on the screen that shares it', async () => {
	answerForm({ is_open: false })
	await openScreen('start')
	await expect.element(page.getByRole('heading', { level: 1, name: 'Your form is closed.' })).toBeVisible()
	await expect.element(page.getByText('Your form is live.')).not.toBeInTheDocument()
	await page.getByRole('link', { name: 'Open it again' }).click()
	await expect.poll(() => location.pathname).toBe(`/dashboard/forms/${formRow.id}`)
	await expect.element(page.getByRole('switch', { name: /^Closed: the page says so/ })).not.toBeChecked()
})
