import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test("a submitter's edit comes back marked, at the top of Pending, with what changed", async ({
	page,
	server,
	space,
}) => {
	const sent = await submitTestimonial(server.url, space, {
		author: { name: 'Ada', company: 'Harbour' },
		body: 'The frame came late.',
	})
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	await submitTestimonial(server.url, space, { author: { name: 'Bela' }, body: 'Newer than Ada.' })
	await openSignedIn(page, server.url, space)
	const rows = page.locator('.inbox-row')
	await expect(rows).toHaveText([/Bela/])

	const changed = await fetch(`${server.url}/functions/v1/receipt`, {
		method: 'PATCH',
		headers: { 'content-type': 'application/json', 'receipt-token': sent.receipt_url.split('/').at(-1) ?? '' },
		body: JSON.stringify({ body: 'The frame came <b>early</b>.', author: { name: 'Ada', company: 'Port' } }),
	})
	expect(changed.status).toBe(200)
	await expect(rows).toHaveText([/Ada.*Edited by the submitter/s, /Bela/])
	await page.reload()
	await expect(rows).toHaveText([/Ada.*Edited by the submitter/s, /Bela/])
	await expect(page.getByText('What you approved before stays public until you decide')).toBeVisible()
	const edit = page.getByRole('region', { name: 'What the submitter changed' })
	await expect(edit.locator('.inbox-diff-words del')).toHaveText('late')
	await expect(edit.locator('.inbox-diff-words')).toContainText('<b>early</b>')
	await expect(edit.locator('dl')).toHaveText('CompanyHarbour Port')
	await expect(page.getByText('Walls show the version that you approved before.')).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'an edited testimonial')

	await page.keyboard.press('a')
	await expect(rows).toHaveText([/Bela/])
	await page
		.getByRole('navigation', { name: 'Views' })
		.getByRole('button', { name: /^Approved/ })
		.click()
	await expect(rows).toHaveText([/Ada/])
	await expect(rows).not.toContainText('Edited by the submitter')
})

test('edits stay first over more pages than one', async ({ page, server, space }) => {
	const first = await submitTestimonial(server.url, space, { author: { name: 'Edited first' }, body: 'Old words.' })
	for (let at = 0; at < 55; at++)
		await submitTestimonial(server.url, space, { author: { name: `Guest ${at}` }, body: `${at} came.` })
	await fetch(`${server.url}/functions/v1/receipt`, {
		method: 'PATCH',
		headers: { 'content-type': 'application/json', 'receipt-token': first.receipt_url.split('/').at(-1) ?? '' },
		body: JSON.stringify({ body: 'New words.' }),
	})
	await openSignedIn(page, server.url, space)
	const rows = page.locator('.inbox-row')
	await expect(rows.first()).toContainText('Edited first')
	// The list draws the rows around what is in view: each place is visited, and holds one of 56 different people.
	const people = new Map<string, string>()
	await expect
		.poll(async () => {
			const drawn = await rows.evaluateAll((all) =>
				all.map((row) => [row.getAttribute('aria-posinset') ?? '', row.querySelector('.inbox-who')?.textContent ?? '']),
			)
			for (const [place = '', person = ''] of drawn) people.set(place, person)
			await page.locator('.inbox-list').evaluate((list) => list.scrollBy(0, 400))
			return people.size
		})
		.toBe(56)
	await expect(rows.last()).toContainText('Guest 0')
	expect(new Set(people.values()).size).toBe(56)
})
