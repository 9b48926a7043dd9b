import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'

// Only a server counts: beacons of real pages become the figures of the overview, and another client's decision reaches it.

/** The numbers of today that are not zero. */
async function counted({ client, spaceId }: TestSpace): Promise<string[]> {
	const today = new Date().toISOString().slice(0, 10)
	const { data } = await client.rpc('space_numbers', { space_id: spaceId, from: today, to: today }).throwOnError()
	const names = ['form_views', 'starts', 'sends', 'wall_views', 'embed_views']
	return names.filter((name) => (data as Record<string, number>[]).some((row) => (row[name] ?? 0) > 0))
}

for (const width of flowWidths(1280)) {
	test(`visits, starts and sends of a form and views of a wall are counted and shown at ${width} px`, async ({
		browser,
		page,
		server,
		space,
	}) => {
		await page.setViewportSize({ width, height: 800 })
		const visitor = await browser.newPage()
		await visitor.goto(`${server.url}/collect/${space.slug}`)
		await expect.poll(() => counted(space)).toEqual(['form_views'])
		await visitor.getByRole('textbox', { name: 'Your words' }).fill('Ines')
		await visitor.goto(`${server.url}/w/${space.slug}`)
		await expect.poll(() => counted(space)).toEqual(['form_views', 'starts', 'wall_views'])
		await visitor.close()
		const body = 'Thirty children, thirty owls, no tears. I do not know how they did it.'
		const { id } = await submitTestimonial(server.url, space, { body, author: { name: 'Ines Okafor' } })
		await openSignedIn(page, server.url, space, 'overview')
		await expect(page.getByRole('heading', { level: 1, name: 'Your first testimonial is here' })).toBeVisible()
		await expect(page.getByText('Your form was opened 1 time, 1 began, 1 sent.')).toBeVisible()
		await submitTestimonial(server.url, space, { body: 'A second one.', author: { name: 'Ines Okafor' } })
		await expect(page.getByRole('heading', { level: 1, name: '2 testimonials reached you' })).toBeVisible()
		// A member's own look at the form is not counted.
		const look = await page.context().newPage()
		const loaded = look.waitForResponse(/\/page-view[^/]*\.js/)
		await look.goto(`${server.url}/collect/${space.slug}`)
		await loaded
		await look.getByRole('textbox', { name: 'Your words' }).fill('Only a look')
		await look.close()
		await page.getByRole('button', { name: 'Table' }).click()
		await expect(page.getByRole('row', { name: /^Today, so far 1 1 2 0 1 0/ })).toBeVisible()
		await page.getByRole('combobox', { name: 'Form or wall' }).selectOption({ index: 2 })
		await expect(page.getByRole('heading', { level: 1, name: 'Your wall was seen 1 time' })).toBeVisible()
		await page.getByRole('button', { name: '7', exact: true }).click()
		await page.reload()
		await expect(page.getByText('In the last 7 days, on its own page and on your sites.')).toBeVisible()

		// A decision in another tab is followed while another screen is open, and on the overview itself.
		await page.getByRole('link', { name: /^2 testimonials/ }).click()
		await page.waitForURL('**/dashboard/inbox')
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		await page.getByRole('link', { name: 'Overview', exact: true }).click()
		await expect(page.getByText('You approved 1 in the same time.')).toBeVisible()
		await expect(page.getByRole('link', { name: /^1 testimonial/ })).toBeVisible()
		await space.client.from('testimonials').update({ status: 'pending' }).eq('id', id).throwOnError()
		await expect(page.getByRole('link', { name: /^2 testimonials/ })).toBeVisible()
		await expect(page.getByText('You approved 0 in the same time.')).toBeVisible()
	})
}
