import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('what a rewarded testimonial was given for is opened by touch, without a script', async ({
	phone,
	server,
	space,
}) => {
	const reward = 'A map of <b>Lisbon</b>'
	await space.client.from('forms').update({ reward_disclosure: reward }).eq('id', space.formId).throwOnError()
	const { id } = await submitTestimonial(server.url, space, {
		author: { name: 'Ada' },
		body: 'They fired it twice, and it sings. I would send anybody there who has a mug to mend or a wall to fill.',
	})
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	await space.client.from('walls').update({ layout: 'grid' }).eq('id', space.wallId).throwOnError()
	await expect.poll(async () => (await fetch(`${server.url}/embed/${space.wallId}.html`)).text()).toContain('Lisbon')
	await phone.goto(`${server.url}/embed/${space.wallId}`)
	const note = phone.getByText(reward)
	await expect(note).toBeHidden()
	await phone.locator('summary', { hasText: 'rewarded' }).tap()
	await expect(note).toBeVisible()
	await expectAccessible(phone, 'a reward note')
})
