import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('an owner makes a key, tries it, a program uses it, its use is seen, and once revoked it is refused', async ({
	page,
	server,
	space,
}) => {
	const sent = await submitTestimonial(server.url, space, {
		author: { name: 'Beatrix' },
		body: 'Drinking from it on Friday.',
	})
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	await openSignedIn(page, server.url, space, 'space/keys')
	await page.getByRole('link', { name: 'New key' }).click()
	await page.getByLabel('Name').fill('Website build')
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'The key “Website build” is made' })).toBeVisible()
	const key = await page.getByRole('textbox', { name: 'The key' }).inputValue()
	await page.getByRole('button', { name: 'Try it here' }).click()
	await expect(page.getByText('Drinking from it on Friday.')).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'a key that is shown once')

	const read = () =>
		fetch(`${server.url}/rest/v1/testimonials?select=body`, { headers: { authorization: `Bearer ${key}` } })
	expect(await (await read()).json()).toEqual([{ body: 'Drinking from it on Friday.' }])
	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'This key cannot be shown again' })).toBeVisible()
	expect(await page.content()).not.toContain(key)

	await page.getByRole('link', { name: 'Go to the keys' }).click()
	// Uses are stored every five seconds, and the list follows.
	await expect(page.getByText(/^Used /)).toBeVisible()
	await page.getByText(/^Uses in 28 days/).click()
	await expect(page.getByText(/^2 requests, last today/)).toBeVisible()
	await page.getByRole('button', { name: 'Revoke Website build' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Revoke it now' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'No program has a key' })).toBeVisible()
	await expect.poll(async () => (await read()).status).toBe(401)
})
