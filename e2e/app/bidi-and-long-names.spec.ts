import { expect, test } from '#e2e/support/fixtures.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

// The server renders these pages with the name that it stores.
test('the longest name without a space widens no public page beyond a phone', async ({ phone, server, space }) => {
	const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)
	const { id, receipt_url } = await submitTestimonial(server.url, space, {
		author: { name, title: name },
	})
	await space.client.from('spaces').update({ name }).eq('id', space.spaceId).throwOnError()
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	for (const page of [`/w/${space.slug}`, `/collect/${space.slug}`, receipt_url]) {
		await phone.goto(new URL(page, server.url).href)
		const { scrollWidth, clientWidth } = await phone
			.locator('html')
			.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
		expect(scrollWidth, page).toBe(clientWidth)
	}
})
