import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { InvitationTemplateRow } from '#shared/rows.ts'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { formRow } from '#test/support/components/form-answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

type Kept = Omit<InvitationTemplateRow, 'space_id' | 'changed_at'>
let kept: Kept[]

beforeEach(async () => {
	localStorage.clear()
	await page.viewport(360, 800)
	kept = [{ id: 'a', name: 'After a visit', subject: 'Your visit', message: 'Dear {name}, how was it?', version: '1' }]
	answerRows('forms', [formRow])
	answerRows('invitation_templates', () => kept)
	answer({
		'POST /rest/v1/rpc/invitation_progress': () => ({ states: {}, hourly: null, daily: null, sent_today: 0 }),
		'POST /functions/v1/invitation-preview': () => ({ subject: '', html: '<p></p>', text: '' }),
		'POST /rest/v1/invitation_templates': async (request) => {
			kept = [...kept, { ...(await request.json()), id: 'b', version: '1' }]
		},
		'PATCH /rest/v1/invitation_templates': async (request) => {
			const isCurrent = new URL(request.url).searchParams.get('version') === `eq.${kept[0]?.version}`
			if (isCurrent) kept = [{ ...kept[0], ...(await request.json()), version: '3' }]
			return isCurrent ? [{ id: 'a' }] : []
		},
		'DELETE /rest/v1/invitation_templates': () => {
			kept = []
		},
	})
})

const words = page.getByLabelText('Your words')

test('kept words are chosen, changed, kept under a name and deleted', async () => {
	await openScreen('invitations/new')
	await page.getByLabelText('Template').selectOptions('After a visit')
	await expect.element(words).toHaveValue('Dear {name}, how was it?')
	await words.fill('Other words')
	await page.getByRole('button', { name: 'Keep these words as a template' }).click()
	await page.getByLabelText('Name of the template').fill('Autumn course')
	await expectAccessible()
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await page.getByRole('button', { name: 'Keep', exact: true }).click()
	await expect.element(page.getByLabelText('Template')).toHaveValue('b')
	await page.getByRole('button', { name: 'Delete the template “Autumn course”' }).click()
	await expect.element(page.getByLabelText('Template')).not.toBeInTheDocument()
	await expect.element(words).toHaveValue('Other words')
})

test('a template that a colleague changed meanwhile is not overwritten, and the words stay', async () => {
	await openScreen('invitations/new')
	await expect.element(page.getByLabelText('Template')).toBeVisible()
	kept = kept.map((template) => ({ ...template, version: '2' }))
	await words.fill('Mine')
	await page.getByRole('button', { name: 'Keep these words as a template' }).click()
	await page.getByLabelText('Name of the template').fill('After a visit')
	await page.getByRole('button', { name: 'Replace' }).click()
	await expect.element(page.getByText(/Somebody changed this elsewhere/)).toBeVisible()
	await expect.element(words).toHaveValue('Mine')
})
