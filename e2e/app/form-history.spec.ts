import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the history of a form lists each change and its author', async ({ page, server, space }) => {
	const { client, formId } = space
	await client
		.from('forms')
		.update({ title: 'How did the frame arrive?', rating: 'required' })
		.eq('id', formId)
		.throwOnError()
	const question = { form_id: formId, position: 0, kind: 'short', label: 'Which frame?' }
	const made = await client.from('form_questions').insert(question).select('id').single().throwOnError()
	await client.from('form_questions').update({ label: 'Which picture?' }).eq('id', made.data.id).throwOnError()
	await client.from('form_questions').delete().eq('id', made.data.id).throwOnError()
	await client.from('forms').update({ name: 'Only for members' }).eq('id', formId).throwOnError()

	await openSignedIn(page, server.url, space, `forms/${formId}`)
	await page.getByRole('button', { name: 'History' }).click()
	const dialog = page.getByRole('dialog', { name: 'History' })
	const version = (number: number) => dialog.getByRole('listitem').filter({ hasText: `Version ${number}` })
	await expect(version(5)).toContainText('shown now')
	await expect(version(5)).toContainText('by you')
	await expect(version(5)).toContainText('Without the question “Which picture?”')
	await expect(version(4)).toContainText('The question “Which frame?” is now “Which picture?”')
	await expect(version(3)).toContainText('A new question: “Which frame?”')
	await expect(version(2)).toContainText('The title: “How did the frame arrive?”')
	await expect(version(2)).toContainText('The rating: required')
	await expect(version(1)).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'the history of a form')
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 800 })
		const isCut = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
		expect(isCut).toBe(false)
	}
})
