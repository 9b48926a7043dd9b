import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

// The member's choices are stored under row-level security and drawn on the wall of the server.
test('a tag, a part of the words and a public answer are stored, and the wall shows the part and the answer', {
	tag: '@each',
}, async ({ page, server, space }) => {
	const body = 'They came on time and stayed late.'
	const { id } = await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	await openSignedIn(page, server.url, space, `inbox?t=${id}`)
	await page.getByRole('button', { name: 'Show only a part' }).click()
	await page.getByRole('button', { name: 'End one word earlier' }).click()
	await page.getByRole('button', { name: 'End one word earlier' }).click()
	await page.getByRole('button', { name: 'Show this part' }).click()
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await page.getByLabel('Your public answer').fill('Thank you, Ada')
	await page.getByRole('button', { name: 'Save answer' }).click()
	await expect(page.getByRole('region', { name: 'Your public answer' })).toContainText('Thank you, Ada')
	await page.keyboard.press('t')
	await page.getByPlaceholder('Find or make a tag').fill('Gift')
	await page.keyboard.press('Enter')
	const stored = space.client.from('testimonials').select('excerpt_end, testimonial_tags(tags(name))').eq('id', id)
	await expect
		.poll(async () => (await stored.single().throwOnError()).data)
		.toMatchObject({ excerpt_end: expect.any(Number), testimonial_tags: [{ tags: { name: 'Gift' } }] })
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.getByText('They came on time and')).toBeVisible()
	await expect(page.getByText('Thank you, Ada')).toBeVisible()
	await expect(page.getByText('stayed late')).toHaveCount(0)
})
