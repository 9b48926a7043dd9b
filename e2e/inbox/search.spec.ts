import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const label = 'Search words, answers, people and addresses'

// The database stems the words that the screen marks, and finds addresses that no row of the list carries.
test('a search finds words by their stem and people by their address', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, {
		author: { name: 'Greta Lindholm', email: 'greta@lindholm.example' },
		body: `${'The lesson began early and nobody was late for it. '.repeat(6)}She was throwing pots for an hour.`,
	})
	await submitTestimonial(server.url, space, { author: { name: 'Bela' }, body: 'Quiet rooms.' })
	await openSignedIn(page, server.url, space)
	const rows = page.locator('.inbox-row')
	await expect(rows).toHaveCount(2)
	await page.keyboard.press('/')
	await page.getByLabel(label).fill('throws pot')
	await expect(rows).toHaveText([/Greta/])
	await expect(rows.locator('mark')).toHaveText(['throwing', 'pots'])
	await page.getByLabel(label).fill('"quiet rooms"')
	await expect(rows).toHaveText([/Bela/])
	await page.getByLabel(label).fill('greta@lind')
	await expect(rows).toHaveText([/Greta/])
})

// The wire reads each page after a cursor, with rows without stars and an edit that stands before all others.
test('every order pages on to its last row', async ({ page, server, space }) => {
	const made = Array.from({ length: 60 }, (_, at) => ({
		space_id: space.spaceId,
		form_id: space.formId,
		kind: 'text',
		body: `Number ${at}.`,
		author_name: `Person ${at}`,
		rating: at % 6 === 0 ? null : at % 6,
		source: 'api',
		submitted_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
	}))
	await (await serviceClient(server)).from('testimonials').insert(made).throwOnError()
	const sent = await submitTestimonial(server.url, space, { author: { name: 'Edited' }, body: 'Old words.', rating: 1 })
	await fetch(`${server.url}/functions/v1/receipt`, {
		method: 'PATCH',
		headers: { 'content-type': 'application/json', 'receipt-token': sent.receipt_url.split('/').at(-1) ?? '' },
		body: JSON.stringify({ body: 'New words.' }),
	})
	const ends = { '': ['Edited', 'Person 0'], oldest: ['Person 0', 'Edited'], lowest: ['Edited', 'Person 0'] }
	for (const [sort, [first, last]] of Object.entries({ ...ends, highest: ['Person 59', 'Person 0'] })) {
		await openSignedIn(page, server.url, space, `inbox${sort && `?sort=${sort}`}`)
		const rows = page.locator('.inbox-row')
		await expect(rows.first().locator('.inbox-who'), sort).toHaveText(first ?? '')
		const people = new Map<string, string>()
		const look = async () => {
			const drawn = await rows.evaluateAll((all) =>
				all.map((row) => [row.getAttribute('aria-posinset') ?? '', row.querySelector('.inbox-who')?.textContent ?? '']),
			)
			for (const [place = '', person = ''] of drawn) people.set(place, person)
			await page.locator('.inbox-list').evaluate((list) => list.scrollBy(0, 400))
			return people.size
		}
		await expect.poll(look, { intervals: [50] }).toBe(61)
		expect(new Set(people.values()).size).toBe(61)
		await expect(rows.last().locator('.inbox-who'), sort).toHaveText(last ?? '')
	}
})
