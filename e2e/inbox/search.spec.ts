import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const label = 'Search words, answers, people and addresses'

test('a search in All finds words by their stem and people by their address, marks what it found, and stays in the address', async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, {
		author: { name: 'Greta Lindholm', email: 'greta@lindholm.example' },
		body: `${'The lesson began early and nobody was late for it. '.repeat(6)}She was throwing pots for an hour.`,
	})
	await submitTestimonial(server.url, space, { author: { name: 'Bela' }, body: 'Quiet rooms.' })
	await space.client.from('testimonials').update({ status: 'rejected' }).eq('author_name', 'Bela').throwOnError()
	await openSignedIn(page, server.url, space)
	await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: /^All/ }).click()
	const rows = page.locator('.inbox-row')
	await expect(rows).toHaveCount(2)
	await expect(rows.first()).toContainText('Rejected')
	await page.keyboard.press('/')
	await page.getByLabel(label).fill('throws pot')
	await expect(rows).toHaveText([/Greta/])
	await expect(rows.locator('mark')).toHaveText(['throwing', 'pots'])
	await expectAccessibleInBothSchemes(page, 'inbox with a search')
	await page.getByLabel(label).fill('greta@lind')
	await expect(rows).toHaveText([/Greta/])
	await page.getByLabel(label).fill('"quiet rooms"')
	await expect(rows).toHaveText([/Bela/])
	await page.reload()
	await expect(rows).toHaveText([/Bela/])
	for (const odd of ["'", '"', '&|!', '🎉', 'ى']) {
		await page.getByLabel(label).fill(odd)
		await expect(page.getByText('Nothing matches.')).toBeVisible()
		await expect(rows).toHaveCount(0)
		await page.getByLabel(label).fill('quiet')
		await expect(rows).toHaveText([/Bela/])
	}
})

test('the order is chosen in a menu, stays in the address, and pages on to the last row', async ({
	page,
	server,
	space,
}) => {
	const form_id = space.formId
	const made = Array.from({ length: 60 }, (_, at) => ({
		space_id: space.spaceId,
		form_id,
		kind: 'text',
		body: `Number ${at}.`,
		author_name: `Person ${at}`,
		rating: at % 6 === 0 ? null : at % 6,
		source: 'api',
		submitted_at: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
	}))
	await (await serviceClient(server)).from('testimonials').insert(made).throwOnError()
	await openSignedIn(page, server.url, space)
	const rows = page.locator('.inbox-row .inbox-who')
	await expect(rows.first()).toHaveText('Person 59')
	const choose = async (order: string) => {
		await page.getByRole('button', { name: /^Order: / }).click()
		await page.getByRole('menuitemradio', { name: order }).click()
	}
	await choose('Longest waiting')
	await expect(rows.first()).toHaveText('Person 0')
	await expect(page).toHaveURL(/sort=oldest/)
	await choose('Fewest stars')
	await expect(rows.first()).toHaveText('Person 55')
	await choose('Most stars')
	await expect(rows.first()).toHaveText('Person 59')
	await page.reload()
	await expect(rows.nth(1)).toHaveText('Person 53')
	await page.keyboard.press('End')
	await expect(rows.last()).toHaveText('Person 0')
	await expect(page.locator('.inbox-row').last()).toHaveAttribute('aria-setsize', '60')
	await choose('Newest')
	await expect(page).not.toHaveURL(/sort=/)
})
