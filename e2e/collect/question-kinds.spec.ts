import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** Asks for several choices, a score and a date; required where a test says so. */
async function ask({ client, formId }: TestSpace, more: object = {}): Promise<void> {
	const questions = [
		{ kind: 'choices', label: 'What did you make?', options: ['Bowls', 'A mug', 'Tiles'], most: 2 },
		{ kind: 'score', label: 'Would you come back?', low_label: 'Never', high_label: 'Tomorrow' },
		{ kind: 'date', label: 'When were you here?', tip: 'Roughly is enough.' },
	].map((question, position) => ({
		tip: '',
		options: [],
		low_label: '',
		high_label: '',
		most: null,
		...question,
		...more,
		form_id: formId,
		position,
	}))
	await client.from('form_questions').insert(questions).throwOnError()
}

test('choices, a score and a date are checked, survive a reload, and arrive as they were given', async ({
	phone,
	server,
	space,
}) => {
	await ask(space, { required: true })
	await phone.setViewportSize({ width: 320, height: 640 })
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.locator('#body').fill('They sing.')
	await phone.locator('#name').fill('Ines Okafor')
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.locator('#problems')).toContainText('3 things to fix')

	const choices = phone.getByRole('group', { name: 'What did you make?' })
	for (const name of ['Bowls', 'A mug', 'Tiles']) await choices.getByRole('checkbox', { name }).check()
	const date = phone.getByRole('group', { name: 'When were you here?' })
	await expect(date).toHaveAccessibleDescription(/Roughly is enough/)
	for (const [part, value] of [
		['Month', '2'],
		['Day', '30'],
		['Year', '2026'],
	] as const)
		await date.getByRole('textbox', { name: part }).fill(value)
	const score = phone.getByRole('group', { name: 'Would you come back?' })
	await expect(score).toHaveAccessibleDescription(/0 Never.*10 Tomorrow/)
	for (const cell of await score.locator('label').all()) {
		const box = await cell.boundingBox()
		expect(box?.width).toBeGreaterThanOrEqual(44)
		expect(box?.height).toBeGreaterThanOrEqual(44)
	}
	await score.getByRole('radio', { name: '7', exact: true }).check()
	await phone.keyboard.press('ArrowRight')
	await expect(score.getByRole('radio', { name: '8', exact: true })).toBeChecked()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(choices).toContainText('Choose at most 2.')
	await expect(date).toContainText('Write a day that exists, with all four digits of the year.')
	await expectAccessibleInBothSchemes(phone, 'questions with problems')
	await phone
		.locator('#problems')
		.getByRole('link', { name: /day that exists/ })
		.click()
	await expect(date.getByRole('textbox').first()).toBeFocused()
	expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

	await choices.getByRole('checkbox', { name: 'A mug' }).uncheck()
	await date.getByRole('textbox', { name: 'Day' }).fill('28')
	await phone.reload()
	await expect(phone.getByText('We kept your draft')).toBeVisible()
	await expect(choices.getByRole('checkbox', { name: 'Tiles' })).toBeChecked()
	await expect(choices.getByRole('checkbox', { name: 'A mug' })).not.toBeChecked()
	await expect(score.getByRole('radio', { name: '8', exact: true })).toBeChecked()
	await expect(date.getByRole('textbox', { name: 'Year' })).toHaveValue('2026')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	const { data } = await space.client.from('testimonial_answers').select('value').order('position').throwOnError()
	expect(data).toEqual([{ value: 'Bowls\nTiles' }, { value: '8' }, { value: '2026-02-28' }])
})

test('without a script, a refused date is shown again with every answer, and then it is sent', async ({
	browser,
	server,
	space,
}) => {
	await ask(space)
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await page.locator('#body').fill('They sing.')
	await page.locator('#name').fill('Ines')
	await page.getByRole('checkbox', { name: 'Tiles' }).check()
	await page.getByRole('radio', { name: '10', exact: true }).check()
	for (const [part, value] of [
		['Day', '31'],
		['Month', '4'],
		['Year', '2026'],
	] as const)
		await page.getByRole('textbox', { name: part }).fill(value)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.locator('#problems')).toContainText('Write a day that exists')
	await expect(page.getByRole('checkbox', { name: 'Tiles' })).toBeChecked()
	await expect(page.getByRole('radio', { name: '10', exact: true })).toBeChecked()
	await page.getByRole('textbox', { name: 'Day' }).fill('30')
	await page.getByRole('button', { name: 'Send' }).click()
	await page.waitForURL('**/t/**')
	await expect(page.getByText('30 April 2026')).toBeVisible()
	await expect(page.getByText('10/10')).toBeVisible()
	await context.close()
})

test('an Arabic form asks for the day first and takes Arabic digits', async ({ phone, server, space }) => {
	await ask(space)
	await space.client.from('forms').update({ locale: 'ar' }).eq('id', space.formId).throwOnError()
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.locator('#body').fill('إنها تغني.')
	await phone.locator('#name').fill('ليلى')
	const date = phone.getByRole('group', { name: 'When were you here?' })
	await expect(date.getByRole('textbox').first()).toHaveAccessibleName('اليوم')
	for (const [at, value] of ['٥', '١١', '٢٠٢٥'].entries()) await date.getByRole('textbox').nth(at).fill(value)
	await expectAccessibleInBothSchemes(phone, 'Arabic questions')
	await phone.getByRole('button', { name: 'أرسل' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('ليلى')
	const { data } = await space.client.from('testimonial_answers').select('kind, value').throwOnError()
	expect(data).toEqual([{ kind: 'date', value: '2025-11-05' }])
})

test('an optional choice is taken back, by which nothing moves', async ({ phone, server, space }) => {
	await ask(space)
	await phone.goto(`${server.url}/collect/${space.slug}`)
	const score = phone.getByRole('group', { name: 'Would you come back?' })
	await phone.locator('#body').fill('They sing.')
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	const height = () => phone.evaluate(() => document.documentElement.scrollHeight)
	const before = await height()
	await score.getByRole('radio').nth(3).check()
	const clear = phone.locator('.asks', { has: score }).getByRole('button', { name: 'No answer' })
	await expect(clear).toBeVisible()
	expect(await height()).toBe(before)
	await expectAccessibleInBothSchemes(phone, 'a chosen number')
	await clear.click()
	await expect(score.locator(':checked')).toHaveCount(0)
	await expect(clear).toBeHidden()
	await expect(score.getByRole('radio').first()).toBeFocused()
})

test('the owner makes the questions in the editor and reads the answers in the inbox', async ({
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
	await expectAccessibleInBothSchemes(page, 'questions in the editor')
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
