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
})
