import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

test('the palette finds testimonials of this space by words, name and company, and opens them', async ({
	page,
	server,
	space,
}) => {
	const other = await makeSpace(server.url)
	await submitTestimonial(server.url, other, { author: { name: 'Stranger' }, body: 'The wheel of another shop.' })
	await submitTestimonial(server.url, space, {
		author: { name: 'Greta Lindholm', company: 'Catherine Bakery' },
		body: 'They raised the wheel and never once called me dear.',
	})
	await submitTestimonial(server.url, space, {
		author: { name: 'ليلى الحسيني' },
		body: 'علّمتني أن أصغي إلى الطين قبل العجلة.',
		locale: 'ar',
	})
	await space.client
		.from('testimonials')
		.update({ status: 'approved' })
		.eq('author_name', 'Greta Lindholm')
		.throwOnError()
	await openSignedIn(page, server.url, space, 'forms')
	await page.keyboard.press('Control+k')
	const field = page.getByPlaceholder('Search or jump to')
	const group = page.getByRole('group', { name: /Testimonials/ })
	await field.fill('WHEEL')
	await expect(group.getByRole('option')).toHaveCount(1)
	await expect(group.locator('mark')).toHaveText('wheel')
	await expect(group).toContainText('Greta Lindholm, Catherine Bakery, approved')

	await field.fill('bakery')
	await expect(group.locator('mark')).toHaveText('Bakery')
	await field.fill('العجلة')
	await expect(group.locator('mark')).toHaveText('العجلة')
	expect(await group.locator('.shell-found-words').evaluate((words) => getComputedStyle(words).direction)).toBe('rtl')
	await expectAccessible(page, 'palette with testimonials')

	await field.fill('no such words')
	await expect(page.getByText('No testimonial has these words or this name, and nothing is called that.')).toBeVisible()
	await field.fill('lindholm')
	await expect(group.getByRole('option')).toHaveCount(1)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/inbox\?view=approved&t=/)
	await expect(page.locator('.inbox-by h2')).toHaveText('Greta Lindholm')

	await page.keyboard.press('Control+k')
	await field.fill('lindholm')
	const people = page.getByRole('group', { name: 'People' })
	await people.getByRole('option', { name: /Greta Lindholm/ }).click()
	await expect(page).toHaveURL(/inbox\?view=all&q=/)
	await expect(page.locator('.inbox-row')).toHaveText([/Greta Lindholm/])
	await page.keyboard.press('Control+k')
	await field.fill(space.username)
	await people.getByRole('option', { name: /member$/ }).click()
	await expect(page).toHaveURL(/space\/members/)
})

test('a command whose name begins with the typed letters stays before the testimonials', async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { body: 'The walls were hung in a day.' })
	await openSignedIn(page, server.url, space)
	await page.keyboard.press('Control+k')
	await page.getByPlaceholder('Search or jump to').fill('walls')
	await expect(page.getByRole('group', { name: /Testimonials/ }).getByRole('option')).toHaveCount(1)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Walls', level: 1 })).toBeFocused()
})

test('names that only contain the typed letters somewhere do not stand before a found testimonial', async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { body: 'They raised the wheel for me.' })
	await openSignedIn(page, server.url, space, 'forms')
	await page.keyboard.press('Control+k')
	await page.getByPlaceholder('Search or jump to').fill('wheel')
	await expect(page.getByRole('option')).toHaveCount(1)
	await expect(page.getByRole('option')).toHaveAttribute('aria-selected', 'true')
})

test('a search that fails says so instead of finding nothing, and the palette is closed by a button', async ({
	phone,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { body: 'The kiln was opened at noon.' })
	await openSignedIn(phone, server.url, space)
	await phone.getByRole('button', { name: 'Search or jump to' }).click()
	const palette = phone.getByRole('dialog', { name: 'Search or jump to' })
	const search = (url: URL) => url.pathname.endsWith('/rpc/search_testimonials')
	await phone.route(search, (route) => route.abort())
	await palette.getByPlaceholder('Search or jump to').fill('kiln')
	await expect(palette.getByText('The testimonials could not be searched.')).toBeVisible()
	await expect(palette.getByText('No testimonial has these words')).toHaveCount(0)
	await expectAccessible(phone, 'palette without its search')
	await phone.unroute(search)
	await palette.getByPlaceholder('Search or jump to').fill('kiln was')
	await expect(palette.getByRole('option', { name: /kiln/ })).toBeVisible()
	await palette.getByRole('button', { name: 'Close' }).click()
	await expect(palette).toBeHidden()
})
