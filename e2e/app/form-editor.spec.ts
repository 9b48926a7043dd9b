import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { publishForm, storesFormDraft } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('a new question is not marked as wrong while it is being made, and opens by its whole row', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByRole('button', { name: 'Add a question' }).click()
	const label = page.getByLabel('Question', { exact: true })
	await expect(label).toBeFocused()
	await page.getByLabel('Kind').selectOption('Choice')
	await expect(label).not.toHaveAttribute('aria-invalid')
	await expect(page.getByText('Saved, except the new question')).toBeVisible()
	await expect(page.locator('.ui-error')).toHaveCount(0)
	await expectAccessibleInBothSchemes(page, 'a new question')

	const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /A new question/ }) })
	const head = row.locator('.question-head')
	await head.click({ position: { x: 300, y: 4 } })
	await expect(label).toBeHidden()
	await expect(row.getByText('A question needs words.')).toBeVisible()
	await head.click({ position: { x: 300, y: 4 } })
	await expect(label).toHaveAttribute('aria-invalid', 'true')
})

test('the options of a choice are renamed in place and moved by keys, buttons and drag', async ({
	page,
	server,
	space,
}) => {
	await space.client
		.from('form_questions')
		.insert({
			form_id: space.formId,
			position: 1,
			kind: 'choice',
			label: 'Which part mattered?',
			options: ['Glass', 'Mount', 'Advice'],
		})
		.throwOnError()
	const saved = async () => {
		const { data } = await space.client.from('form_questions').select('options').throwOnError()
		return data?.[0]?.options
	}
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByRole('button', { name: /Which part mattered/ }).click()
	const option = (at: number) => page.getByLabel(`Option ${at}`, { exact: true })
	await option(2).fill('Glass')
	await expect(page.getByText('It is above already.')).toBeVisible()
	expect(await saved()).toEqual(['Glass', 'Mount', 'Advice'])
	await option(2).fill('The mount')
	await option(2).press('Alt+ArrowUp')
	await expect(option(1)).toBeFocused()
	await expect(option(1)).toHaveValue('The mount')
	await page.getByRole('button', { name: 'Move option 3 up' }).click()
	await expect(page.getByRole('button', { name: 'Move option 2 up' })).toBeFocused()
	await publishForm(page)
	await expect.poll(saved).toEqual(['The mount', 'Advice', 'Glass'])
	const grip = (at: number) =>
		page
			.locator('.options-list > li')
			.nth(at - 1)
			.locator('.question-grip')
	await grip(3).dragTo(grip(1), { targetPosition: { x: 4, y: 1 } })
	await expect(option(1)).toHaveValue('Glass')
	await page.getByRole('button', { name: 'Remove option 2' }).click()
	await page.keyboard.type('Price')
	await page.keyboard.press('Enter')
	await publishForm(page)
	await expect.poll(saved).toEqual(['Glass', 'Advice', 'Price'])
})

test('a form is shared on paper: its code is saved as SVG and PNG, and printed with the link under it', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}?share=true`)
	const panel = page.getByRole('dialog', { name: 'Share this form' })
	const link = `${new URL(server.url).host}/collect/${space.slug}`
	await expect(panel.getByRole('img', { name: 'QR code of the form' })).toBeVisible()
	await expect(panel.getByRole('figure')).toContainText(link)
	for (const kind of ['svg', 'png']) {
		const saved = page.waitForEvent('download')
		await panel.getByRole('button', { name: kind.toUpperCase() }).click()
		expect((await saved).suggestedFilename()).toBe(`${space.slug}.${kind}`)
	}
	const printed = page.evaluate(
		() => new Promise<void>((resolve) => addEventListener('beforeprint', () => resolve(), { once: true })),
	)
	await panel.getByRole('button', { name: 'Print' }).click()
	await printed
	await page.emulateMedia({ media: 'print' })
	const card = page.locator('.print-card')
	await expect(card).toContainText(`What would you say about ${space.name}?`)
	await expect(card).toContainText(link)
	await expect(panel).toBeHidden()
	await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
})

const german = {
	title: 'Was würden Sie über Northlight Frames sagen?',
	consent:
		'Sie dürfen auf Ihrer Website veröffentlichen, was ich hier sende, dazu meine Bewertung und meinen Namen. Ich kann es mir jederzeit anders überlegen.',
}

test('texts that the owner has not written follow the language at once, go back with it, and are consented to word for word', async ({
	page,
	phone,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const title = page.getByLabel('Title')
	const consent = page.getByLabel('Words beside the box')
	const language = page.getByLabel('Language')
	const english = await title.inputValue()
	const saving = await holdResponse(page, storesFormDraft)
	await language.selectOption('German')
	await expect(title).toHaveValue(german.title)
	await expect(consent).toHaveValue(german.consent)
	await expect(page.getByLabel('Thank-you')).toHaveAttribute('placeholder', 'Vielen Dank. Wir lesen jede Nachricht.')
	await expect(page.getByRole('status').getByText('The title and consent are now in German.')).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'a form in another language')
	await saving.letGo()

	await language.selectOption('Arabic')
	await expect(title).toHaveValue('ماذا تقول عن Northlight Frames؟')
	await expect(page.getByLabel('Thank-you')).toHaveCSS('direction', 'rtl')
	await language.selectOption('English')
	await expect(title).toHaveValue(english)
	await expect(consent).toHaveValue(space.wording)
	await language.selectOption('German')
	const preview = page.frameLocator('iframe[title="The page of this form"]')
	await expect(preview.getByRole('heading', { level: 1 })).toHaveText(german.title)

	await publishForm(page)
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByRole('heading', { level: 1 })).toHaveText(german.title)
	await phone.getByRole('textbox', { name: 'Ihre Worte' }).fill('Der Rahmen ist ein Erbstück geworden.')
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	await phone.getByRole('checkbox', { name: german.consent }).check()
	await phone.getByRole('button', { name: 'Senden' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Danke, Ines.')
	const { data } = await space.client.from('consents').select('wording, scope, locale').throwOnError()
	expect(data).toEqual([{ wording: german.consent, scope: 'public', locale: 'de' }])
})

test('a text that the owner wrote stays when the language changes', async ({ page, server, space }) => {
	const title = 'What would you say about our frames?'
	await space.client.from('forms').update({ title }).eq('id', space.formId).throwOnError()
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByLabel('Language').selectOption('German')
	await expect(page.getByText('The consent is now in German. The title stays as written.')).toBeVisible()
	await expect(page.getByLabel('Title')).toHaveValue(title)
	await page.getByLabel('Words beside the box').fill('Zeigen Sie es gern.')
	await page.getByLabel('Language').selectOption('French')
	await expect(page.getByText('The title and consent stay as written.')).toBeVisible()
	const saved = async () => {
		const columns = 'title, consent_text, locale'
		return (await space.client.from('forms').select(columns).eq('id', space.formId).single().throwOnError()).data
	}
	await publishForm(page)
	await expect.poll(saved).toEqual({ title, consent_text: 'Zeigen Sie es gern.', locale: 'fr' })
})

test('a further form begins in the language of its space', async ({ page, server, space }) => {
	await space.client.from('spaces').update({ locale: 'de' }).eq('id', space.spaceId).throwOnError()
	await openSignedIn(page, server.url, space, 'forms')
	await page.getByRole('button', { name: 'New form' }).click()
	await page.getByLabel('Name').fill('Messe')
	await page.getByRole('dialog').getByLabel('Address').fill(`messe-${space.slug}`)
	await page.getByRole('button', { name: 'Make form' }).click()
	await expect(page.getByLabel('Title')).toHaveValue(german.title)
	await expect(page.getByLabel('Words beside the box')).toHaveValue(german.consent)
})

test('a form takes all four kinds, and the longest recording is set once it takes recordings', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await expect(page.getByLabel('Longest recording')).toHaveCount(0)
	for (const kind of ['Audio', 'Video']) await page.getByText(kind, { exact: true }).click()
	const limit = page.getByLabel('Longest recording')
	await expect(limit).toHaveValue('120')
	await limit.selectOption('Up to 30 seconds')
	const saved = async () => {
		const { data } = await space.client.from('forms').select('accepts, max_seconds').single().throwOnError()
		return data
	}
	await publishForm(page)
	await expect.poll(saved).toEqual({ accepts: ['text', 'photo', 'video', 'audio'], max_seconds: 30 })
	await expectAccessibleInBothSchemes(page, 'a form that takes recordings')
	// The preview runs no script, and shows them nevertheless.
	const preview = page.frameLocator('iframe[title="The page of this form"]')
	await expect(preview.getByText('Up to 30 s')).toHaveCount(2)
	await expect(preview.getByText('Video', { exact: true })).toBeVisible()
})
