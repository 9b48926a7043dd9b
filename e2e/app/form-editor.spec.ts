import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only a browser with downloads and a print layout saves and prints the code.
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

// Only the stored consent shows that a visitor agreed to the very words that the editor chose by language.
test('texts in another language are published, and consented to word for word', { tag: '@each' }, async ({
	page,
	phone,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByLabel('Language').selectOption('German')
	await expect(page.getByLabel('Title')).toHaveValue(german.title)
	await expect(page.getByLabel('Words beside the box')).toHaveValue(german.consent)
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
