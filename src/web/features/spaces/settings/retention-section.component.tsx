import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SpaceRow } from '#shared/rows.ts'
import { answer } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { answerTable } from '#test/support/components/stored-tables.ts'

const section = page.getByRole('region', { name: 'Keep for' })
const save = section.getByRole('button', { name: 'Save time' })
const days = section.getByLabelText('Days after they were sent or last edited')

test('a retention time is saved after a question that says how many testimonials go now', async () => {
	const row: SpaceRow = { ...space }
	answerTable('spaces', [row])
	answer({ 'POST /rest/v1/rpc/retention_preview': () => Response.json(1) })
	await openScreen('space', 'owner', row)
	await section.getByRole('checkbox').click()
	await days.fill('7')
	await save.click()
	await expect.element(section.getByText('Choose 30 to 3650 days.')).toBeVisible()
	await days.fill('30')
	await save.click()
	const dialog = page.getByRole('dialog')
	await expect.element(dialog.getByRole('heading', { name: 'Delete 1 testimonial within the hour?' })).toBeVisible()
	await expectAccessible()
	await dialog.getByRole('button', { name: 'Keep them' }).click()
	await expect.element(dialog).not.toBeInTheDocument()
	expect(row.retention_days).toBeNull()
	await save.click()
	await dialog.getByRole('button', { name: 'Save and delete' }).click()
	await expect.element(page.getByText('Kept for 30 days.')).toBeVisible()
	expect(row.retention_days).toBe(30)
	await expect.element(days).toHaveValue('30')
	await section.getByRole('checkbox').click()
	await save.click()
	await expect.poll(() => row.retention_days).toBeNull()
})

test('a retention time that deletes more than a thousand says so', async () => {
	const row: SpaceRow = { ...space }
	answerTable('spaces', [row])
	answer({ 'POST /rest/v1/rpc/retention_preview': () => Response.json(1001) })
	await openScreen('space', 'owner', row)
	await section.getByRole('checkbox').click()
	await save.click()
	const heading = page.getByRole('heading', { name: 'Delete more than 1,000 testimonials within the hour?' })
	await expect.element(heading).toBeVisible()
})
