import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the owner makes the questions in the editor and reads the answers in the inbox', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByRole('button', { name: 'Add a question' }).click()
	await page.getByLabel('Question', { exact: true }).fill('What did you make?')
	await page.getByLabel('Kind').selectOption('Several choices')
	for (const option of ['Bowls', 'A mug', 'Tiles']) {
		await page.getByLabel('Another option').fill(option)
		await page.keyboard.press('Enter')
	}
	await page.getByLabel('How many may be chosen').selectOption('Up to 2')
	await expect(page.getByText('Up to 2 of 3')).toBeVisible()
	await page.getByRole('button', { name: 'Add a question' }).click()
	await page.getByLabel('Question', { exact: true }).fill('Would you come back?')
	await page.getByLabel('Kind').selectOption('Scale of 0 to 10')
	await page.getByLabel('What 0 means').fill('Never')
	await page.getByLabel('What 10 means').fill('Tomorrow')
	const saved = async () =>
		(
			await space.client
				.from('form_questions')
				.select('id, kind, most, low_label, high_label')
				.order('position')
				.throwOnError()
		).data ?? []
	await publishForm(page)
	await expect.poll(async () => (await saved()).at(-1)?.high_label).toBe('Tomorrow')
	const [many, score] = await saved()
	expect(many).toMatchObject({ kind: 'choices', most: 2 })
	const form = new FormData()
	const fields = {
		form: space.slug,
		body: 'They sing.',
		name: 'Ines',
		[`answer_${many?.id}.0`]: 'Bowls',
		[`answer_${many?.id}.2`]: 'Tiles',
		[`answer_${score?.id}`]: '9',
	}
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const headers = { accept: 'application/json' }
	const sent = await fetch(`${server.url}/functions/v1/submit`, { method: 'POST', headers, body: form })
	expect(sent.status).toBe(201)
	await page.goto(`${server.url}/dashboard/inbox`)
	// A program without the page's proof is suspect.
	await page.goto(`${server.url}/dashboard/inbox?view=suspect`)
	const facts = page.locator('.inbox-facts')
	await expect(facts.locator('.inbox-chosen li')).toHaveText(['Bowls', 'Tiles'])
	await expect(facts).toContainText('9/10')
})
