import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const german = 'Sie dürfen meine Worte drucken.'

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
