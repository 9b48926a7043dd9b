import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('the owner turns fields about the visitor off and makes others required', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const choose = (field: string, rule: string) =>
		page.getByRole('radiogroup', { name: field }).getByText(rule, { exact: true }).click()
	await choose('Company', 'Required')
	await choose('Website', 'Off')
	await choose('Portrait', 'Off')
	await choose('Role', 'Required')
	await choose('Role', 'Optional')
	const saved = async () => {
		const { data } = await space.client
			.from('forms')
			.select('author_fields')
			.eq('id', space.formId)
			.single()
			.throwOnError()
		return data.author_fields
	}
	await publishForm(page)
	await expect.poll(saved).toEqual({ company: 'required', url: 'off', avatar: 'off' })
	await expectAccessibleInBothSchemes(page, 'fields about the visitor')
})

test('a visitor sees no field that is off, and is asked for one that is required before anything is sent', async ({
	phone,
	server,
	space,
}) => {
	const author_fields = { avatar: 'off', url: 'off', title: 'off', company: 'required', email: 'required' }
	await space.client.from('forms').update({ author_fields, locale: 'de' }).eq('id', space.formId).throwOnError()
	await phone.goto(`${server.url}/collect/${space.slug}`)
	// Before that, the browser itself asks for what is required.
	await phone.locator('form[novalidate]').waitFor()
	for (const name of ['avatar', 'url', 'title']) await expect(phone.locator(`[name="${name}"]`)).toHaveCount(0)
	await expect(phone.getByText('nie sichtbar', { exact: true })).toBeVisible()
	await phone.locator('#body').fill('Sie singt.')
	await phone.locator('#name').fill('Ines Okafor')
	await phone.locator('#email').fill('ines@harbour.org')
	await phone.getByRole('button', { name: 'Senden' }).click()
	const problem = phone.locator('#company-x')
	await expect(problem).toHaveText('Füllen Sie dies aus.')
	await expectAccessibleInBothSchemes(phone, 'form with a required company')
	await phone.locator('#company').fill('Harbour')
	await phone.getByRole('button', { name: 'Senden' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Danke, Ines.')
	const { data } = await space.client.from('testimonials').select('author_company').single().throwOnError()
	expect(data?.author_company).toBe('Harbour')
})
