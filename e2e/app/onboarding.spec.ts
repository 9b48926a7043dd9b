import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// The page at / is rendered by the server, and its links lead into the app. The owner of `space` is the server's first account.
test('a visitor who makes an account is asked to sign up, not to sign in', async ({ phone, server, space: _ }) => {
	await phone.goto(server.url)
	await phone.getByRole('link', { name: 'Make an account' }).click()
	await expect(phone.getByRole('heading', { level: 1, name: 'Make an account' })).toBeVisible()
})

// Only the database writes the texts of a first form, in the language that the browser or the person chose.
test('a space is created in the language of the browser, or in the one that is chosen', { tag: '@each' }, async ({
	browser,
	server,
	space,
}) => {
	const context = await browser.newContext({ locale: 'ar-EG', viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await openSignedIn(page, server.url, space, 'new')
	await expect(page.getByLabel('Language of your form')).toHaveValue('ar')
	await page.getByLabel('Language of your form').selectOption('fr')
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

// Only a server makes an account, and signs it in at once.
test('a person makes an account with a password, and names the first space', { tag: '@each' }, async ({
	page,
	server,
}) => {
	const name = `una-${process.pid}`
	await page.goto(`${server.url}/auth?mode=sign-up`)
	await page.getByLabel('E-mail').fill(`${name}@skerry.example`)
	await page.getByLabel('Username').fill(name)
	await page.getByLabel('Password', { exact: true }).fill('five days of paddling')
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect(page).toHaveURL(/\/dashboard\/new$/)
	await page.getByLabel('Name', { exact: true }).fill('Skerry Kayaks')
	await page.getByLabel('Address of your form').fill(`skerry-${process.pid}`)
	await page.getByRole('button', { name: 'Make the form' }).click()
	await expect(page).toHaveURL(/\/dashboard\/start$/)
})
