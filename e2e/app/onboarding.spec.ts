import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('a visitor who creates a form is asked to sign up, not to sign in', async ({ phone, server }) => {
	await phone.goto(server.url)
	await phone.getByRole('link', { name: 'Make your form' }).first().click()
	await expect(phone.getByRole('heading', { level: 1, name: 'Make an account' })).toBeVisible()
})

test('a signed-in person reaches their space by the same button', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space)
	await page.goto(server.url)
	await page.getByRole('link', { name: 'Make your form' }).first().click()
	await expect(page).toHaveURL(/\/dashboard\/overview/)
})

test('the name of a new space has the focus on arrival', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, 'new')
	await expect(page.getByLabel('Name')).toBeFocused()
	await page.goto(`${server.url}/dashboard/forms`)
	await page.getByRole('button', { name: /^Space/ }).click()
	await page.getByRole('menuitem', { name: /space$/ }).click()
	await expect(page.getByLabel('Name')).toBeFocused()
})

test('a space being named survives a reload and is created once', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, 'new')
	await page.getByLabel('Name').fill('Łódź Frames')
	await expect(page.getByLabel('Address of your form')).toHaveValue('lodz-frames')
	await page.reload()
	await expect(page.getByLabel('Name')).toHaveValue('Łódź Frames')
	await expect(page.getByLabel('Address of your form')).toHaveValue('lodz-frames')
	const making = await holdResponse(page, (request) => request.url().includes('create_space'))
	const make = page.getByRole('button', { name: 'Make the form' })
	await make.click()
	await making.given
	await page.getByLabel('Name').fill('Łódź Frames and Glass')
	await expect(make).toBeDisabled()
	await making.letGo()
	await page.waitForURL('**/dashboard/start')
})

test('a closed form is not called live on the screen that shares it', async ({ page, server, space }) => {
	await space.client.from('forms').update({ is_open: false }).eq('id', space.formId).throwOnError()
	await openSignedIn(page, server.url, space, 'start')
	await expect(page.getByRole('heading', { level: 1, name: 'Your form is closed.' })).toBeVisible()
	await expect(page.getByText('Your form is live.')).toHaveCount(0)
	await page.getByRole('link', { name: 'Open it again' }).click()
	await expect(page.getByRole('switch', { name: /^Closed: the page says so/ })).not.toBeChecked()
})

test('a space is created in the language of the browser, or in the one that is chosen', async ({
	browser,
	server,
	space,
}) => {
	const context = await browser.newContext({ locale: 'ar-EG', viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await openSignedIn(page, server.url, space, 'new')
	const language = page.getByLabel('Language of your form')
	await expect(language).toHaveValue('ar')
	await language.selectOption('fr')
	await page.reload()
	await expect(language).toHaveValue('fr')
	await expectAccessibleInBothSchemes(page, 'naming a space')
	await page.getByLabel('Name').fill('Atelier Lumière')
	await page.getByRole('button', { name: 'Make the form' }).click()
	await page.waitForURL('**/dashboard/start')
	const columns = 'title, consent_text, locale, spaces!inner (name, locale)'
	const { data } = await space.client.from('forms').select(columns).eq('spaces.name', 'Atelier Lumière').throwOnError()
	expect(data).toEqual([
		{
			title: 'Atelier Lumière\u00a0: qu’en pensez-vous\u00a0?',
			consent_text:
				'Vous pouvez publier sur votre site web ce que j’envoie ici, ma note et mon nom. Je peux changer d’avis à tout moment.',
			locale: 'fr',
			spaces: { name: 'Atelier Lumière', locale: 'fr' },
		},
	])
	await context.close()
})
