import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('where an added testimonial comes from is shown in the inbox, and linked on the wall', async ({
	page,
	server,
	space,
}) => {
	const { data: token } = await space.client.auth.getSession()
	const form = new FormData()
	const fields = {
		space_id: space.spaceId,
		id: crypto.randomUUID(),
		body: 'They know each other.',
		name: 'Konstantína',
		origin: 'بطاقة مع الطلب',
		source_url: 'https://www.linkedin.com/posts/1',
		said_on: '2024-02-29',
		may_publish: 'yes',
	}
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const headers = { authorization: `Bearer ${token.session?.access_token}` }
	const added = await fetch(`${server.url}/functions/v1/testimonial`, { method: 'POST', headers, body: form })
	expect(added.status).toBe(201)
	await openSignedIn(page, server.url, space)
	const facts = page.locator('.inbox-facts')
	await expect(facts).toContainText('Comes from')
	await expect(facts).toContainText('بطاقة مع الطلب')
	await expect(facts.getByRole('link', { name: 'https://www.linkedin.com/posts/1' })).toBeVisible()
	await page.keyboard.press('a')
	await expect(page.locator('.inbox-row')).toHaveCount(0)
	const status = async () => (await space.client.from('testimonials').select('status')).data
	await expect.poll(status).toEqual([{ status: 'approved' }])
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.getByRole('link', { name: 'source: LinkedIn' })).toHaveAttribute('href', fields.source_url)
	await expect(page.locator('time')).toHaveText('29 February 2024')
	expect(await page.content()).not.toContain(fields.origin)
})
