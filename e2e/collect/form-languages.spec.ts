import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const german = 'Sie dürfen meine Worte drucken.'
const arabic = 'يمكنكم نشر كلماتي.'

test('a visitor who changes the language keeps the words, and is asked for consent again in that language', async ({
	phone,
	server,
	space,
}) => {
	const consent_texts = { de: german, ar: arabic }
	await space.client.from('forms').update({ consent_texts }).eq('id', space.formId).throwOnError()
	await phone.setViewportSize({ width: 320, height: 640 })
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.locator('#body').fill('They sing.')
	await phone.locator('#name').fill('Ines Okafor')
	await phone.getByRole('checkbox').check()
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await expectAccessibleInBothSchemes(phone, 'form in three languages')

	await phone.getByRole('link', { name: 'العربية' }).click()
	await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
	await expect(phone.locator('#body')).toHaveValue('They sing.')
	await expect(phone.getByRole('checkbox', { name: arabic })).not.toBeChecked()
	await expectAccessibleInBothSchemes(phone, 'the same in Arabic')
	expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

	await phone.getByRole('link', { name: 'Deutsch' }).click()
	await expect(phone.locator('#body')).toHaveValue('They sing.')
	const consent = phone.getByRole('checkbox', { name: german })
	await expect(consent).not.toBeChecked()
	await consent.check()
	await expect(phone.getByText('Entwurf auf diesem Gerät')).toBeVisible()
	await phone.reload()
	await expect(consent).toBeChecked()
	await phone.getByRole('button', { name: 'Senden' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Danke, Ines.')
	const { data } = await space.client.from('consents').select('wording, locale, scope').single().throwOnError()
	expect(data).toEqual({ wording: german, locale: 'de', scope: 'public' })
})

test('the owner offers a language, writes its consent and own questions to begin with', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByRole('button', { name: 'German', exact: true }).click()
	const inGerman = page.getByLabel('In German')
	await expect(inGerman).toHaveValue(/Sie dürfen/)
	await inGerman.fill('')
	await expect(page.getByText('Give it words, or take the language away.')).toBeVisible()
	await inGerman.fill(german)
	await page.getByRole('radiogroup', { name: 'Questions to begin with' }).getByText('My own').click()
	await page.getByLabel('Question 1 to begin with', { exact: true }).fill('What did you make?')
	await page.getByRole('button', { name: 'Add another' }).click()
	await page.getByLabel('Question 2 to begin with', { exact: true }).fill('What broke?')
	const saved = async () =>
		(await space.client.from('forms').select('prompts, consent_texts').eq('id', space.formId).single().throwOnError())
			.data
	const expected = { prompts: ['What did you make?', 'What broke?'], consent_texts: { de: german } }
	await publishForm(page)
	await expect.poll(saved).toEqual(expected)
	await expectAccessibleInBothSchemes(page, 'languages and prompts in the editor')
	await page.getByRole('radiogroup', { name: 'Questions to begin with' }).getByText('None').click()
	await publishForm(page)
	await expect.poll(async () => (await saved())?.prompts).toEqual([])
	await page.getByRole('radiogroup', { name: 'Questions to begin with' }).getByText('My own').click()
	await publishForm(page)
	await expect.poll(saved).toEqual(expected)

	await page.goto(`${server.url}/collect/${space.slug}?lang=de`)
	await expect(page.getByRole('radio', { name: 'What broke?' })).toHaveCount(1)
	await page.getByRole('radio', { name: 'What broke?' }).check({ force: true })
	await expect(page.locator('#asked')).toHaveText(/What broke\?/)
	await expect(page.getByRole('checkbox', { name: german })).toBeVisible()
})
