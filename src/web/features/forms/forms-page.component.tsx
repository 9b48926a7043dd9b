import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerForm, formRow } from '#test/support/components/form-answers.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import type { ListedForm } from './use-forms.ts'

type Listed = Omit<ListedForm, 'sent' | 'lastSentAt' | 'hasDraft'>
const listed = (change: Partial<Listed> = {}) => ({ ...formRow, form_drafts: null, ...change })
const row = page.getByRole('main').getByRole('listitem')

for (const width of [360, 1280])
	test(`the list of forms shows state, sends and the last arrival at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerForm()
		await openScreen('forms')
		await expect.element(row.getByText('Nobody has opened it. Share the link.')).toBeVisible()
		await expect.element(row.getByText('Open', { exact: true })).toBeVisible()
		await expect.element(row.getByText('Nothing sent yet')).toBeVisible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await expectAccessible()
	})

test('a form with a testimonial counts it and says when the last one came', async () => {
	answerForm()
	answerRows('forms', [listed(), listed({ id: crypto.randomUUID(), is_open: false })])
	answer({
		'POST /rest/v1/rpc/form_counts': () => [{ form_id: formRow.id, number: 1, last_sent_at: new Date().toISOString() }],
		'POST /rest/v1/rpc/space_numbers': () => [
			{ day: '2026-01-01', form_id: formRow.id, wall_id: null, form_views: 3, starts: 2, sends: 1 },
		],
	})
	await openScreen('forms')
	await expect.element(row.getByText(/^Last one (just now|.*minute|today)/)).toBeVisible()
	await expect.element(row.getByText('1 testimonial')).toBeVisible()
	await expect.element(row.getByText('Visitors read that it is closed.')).toBeVisible()
	await expect.element(row.first().getByRole('definition').nth(2)).toHaveTextContent('1')
})

test('a form is duplicated from the list and from its editor, and its copy is opened', async () => {
	const copies = ['55555555-5555-4555-8555-555555555555', '66666666-6666-4666-8666-666666666666']
	const server = answerForm()
	answer({
		'POST /rest/v1/rpc/duplicate_form': () => {
			const id = copies.shift() ?? ''
			server.row = { ...server.row, id, name: `${server.row.name} (copy)`, is_open: false }
			return id
		},
	})
	await openScreen('forms')
	await page.getByRole('button', { name: /^More about/ }).click()
	await page.getByRole('menuitem', { name: 'Duplicate' }).click()
	await expect.element(page.getByText(/^The form is duplicated\./)).toBeVisible()
	await expect.element(page.getByRole('heading', { level: 1, name: /\(copy\)$/ })).toBeVisible()
	await expect.element(page.getByText('Closed: the page says so and takes nothing')).toBeVisible()
	expect(location.pathname).toBe('/dashboard/forms/55555555-5555-4555-8555-555555555555')
	await page.getByRole('button', { name: 'Duplicate this form' }).click()
	await expect.poll(() => location.pathname).toBe('/dashboard/forms/66666666-6666-4666-8666-666666666666')
	const asked = await Promise.all(sentRequests('POST /rest/v1/rpc/duplicate_form').map((request) => request.json()))
	expect(asked).toEqual([{ form_id: formRow.id }, { form_id: '55555555-5555-4555-8555-555555555555' }])
})

test('a further form is made in the language of its space', async () => {
	answerForm()
	answer({ 'POST /rest/v1/rpc/slug_available': () => true })
	await openScreen('forms', 'owner', { ...space, locale: 'de' })
	await page.getByRole('button', { name: 'New form' }).click()
	await page.getByLabelText('Name').fill('Messe')
	await page.getByRole('dialog').getByLabelText('Address').fill('messe')
	await expectAccessible()
	await page.getByRole('button', { name: 'Make form' }).click()
	await expect.element(page.getByRole('heading', { level: 1, name: 'Messe' })).toBeVisible()
	expect(await sentRequests('POST /rest/v1/forms')[0]?.json()).toMatchObject({ slug: 'messe', locale: 'de' })
})

test('a space without a form makes one with the question of its language in one step', async () => {
	answerForm()
	answerRows('forms', [])
	await openScreen('forms', 'owner', { ...space, locale: 'de' })
	await expect.element(page.getByRole('heading', { name: 'Nobody can write to you yet.' })).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: /Was würden Sie über Bakery sagen/ }).click()
	await expect.poll(() => location.pathname).toBe(`/dashboard/forms/${formRow.id}`)
	expect(await sentRequests('POST /rest/v1/forms')[0]?.json()).toMatchObject({ slug: 'bakery', locale: 'de' })
})
