import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// Only a browser that is cut off says so itself, stores nothing on a server meanwhile, and connects again.
test('a form changed offline is kept, and published once the network is back', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const title = page.getByRole('textbox', { name: 'Title', exact: true })
	await expect(title).toBeVisible()
	await page.context().setOffline(true)
	await title.fill('How was the water?')
	await expect(page.getByText('Offline. Kept in this browser.')).toBeVisible()
	await expect(title).toHaveValue('How was the water?')
	await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
	await page.context().setOffline(false)
	await publishForm(page)
	await expect
		.poll(async () => (await space.client.from('forms').select('title').single()).data)
		.toEqual({ title: 'How was the water?' })
})

test('a preview that failed to load without a network returns with the next save of its form', async ({
	page,
	server,
	space,
}) => {
	await page.route('**/collect/**', (route) => route.abort('internetdisconnected'), { times: 1 })
	const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/collect/'))
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await failed
	await page.getByRole('textbox', { name: 'Title', exact: true }).fill('How was the water?')
	const preview = page.frameLocator('iframe[title="The page of this form"]')
	await expect(preview.getByRole('heading', { name: 'How was the water?' })).toBeVisible()
	await publishForm(page)
})
