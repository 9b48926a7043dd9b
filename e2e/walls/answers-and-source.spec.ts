import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('answers that may be shown stand on the hosted wall; private ones never do', async ({ page, server, space }) => {
	const question = (label: string, is_public: boolean, position: number) => ({
		form_id: space.formId,
		kind: 'short',
		label,
		is_public,
		position,
	})
	const { data: questions } = await space.client
		.from('form_questions')
		.insert([question('What did we frame?', true, 0), question('Your phone number', false, 1)])
		.select('id, is_public')
		.throwOnError()
	const answers = questions.map(({ id, is_public }) => ({
		question_id: id,
		value: is_public ? 'A <b>map</b> of Lisbon' : '555 0100',
	}))
	const { id } = await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body: 'On time.', answers })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.locator('dl.answers')).toHaveText('What did we frame?A <b>map</b> of Lisbon')
	expect(await page.content()).not.toContain('555 0100')
	await expectAccessible(page, 'wall with answers')
	const wall = await (await fetch(`${server.url}/functions/v1/wall?slug=${space.slug}`)).json()
	expect(wall.items[0].answers).toEqual([{ label: 'What did we frame?', value: 'A <b>map</b> of Lisbon' }])
	expect(JSON.stringify(wall)).not.toContain('555 0100')
})

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
