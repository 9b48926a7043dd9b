import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('a long name is truncated at its end in either direction', async ({ phone, server, space }) => {
	const names = [
		'سلمى بنت عبد الرحمن الطويلة الاسم جدا حقا وابنة عمها الكبرى',
		'Wolfeschlegelsteinhausenbergerdorff the elder of the two',
	]
	for (const name of names) await submitTestimonial(server.url, space, { body: `From ${name}`, author: { name } })
	await openSignedIn(phone, server.url, space)
	for (const name of names) {
		const link = phone.getByRole('link', { name })
		await expect(link).toBeVisible()
		const seen = await link.evaluate((element) => {
			const range = document.createRange()
			range.setStart(element.firstChild as Node, 0)
			range.setEnd(element.firstChild as Node, 1)
			const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
			return {
				isCut: element.scrollWidth > element.clientWidth,
				startsInside: letter.left >= box.left - 1 && letter.right <= box.right + 1,
			}
		})
		expect(seen, name).toEqual({ isCut: true, startsInside: true })
	}
})

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
