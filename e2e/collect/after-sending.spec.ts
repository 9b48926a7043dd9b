import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const shop = 'https://shop.example/welcome'

async function setThankYou({ client, formId }: TestSpace, thank_you: Record<string, string>) {
	await client.from('forms').update({ thank_you }).eq('id', formId).throwOnError()
}

async function send(page: Page, address: string) {
	await page.goto(address)
	await page.getByRole('textbox', { name: 'Your words' }).fill('It sings.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
	// Before its script runs, the form is posted as without one, and the private page answers.
	await expect(page.locator('form[novalidate]')).toBeVisible()
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
}

test('the thank-you gives every sender the coupon, and so does the private page', async ({ phone, server, space }) => {
	await setThankYou(space, { coupon_code: 'CLAY-10', coupon_label: 'Ten off your next frame' })
	await send(phone, `${server.url}/collect/${space.slug}`)
	const code = phone.getByLabel('Ten off your next frame')
	await expect(code).toHaveValue('CLAY-10')
	await phone.context().grantPermissions(['clipboard-read', 'clipboard-write'])
	await phone.getByRole('button', { name: 'Copy code' }).click()
	await expect(phone.getByText('Code copied')).toBeVisible()
	expect(await phone.evaluate(() => navigator.clipboard.readText())).toBe('CLAY-10')
	await phone.getByRole('link', { name: 'Open my page' }).click()
	await expect(phone.getByRole('heading', { name: 'Ten off your next frame' })).toBeVisible()
	await expect(code).toHaveValue('CLAY-10')
	await phone.getByRole('button', { name: 'Copy code' }).click()
	await expect(phone.getByText('Code copied')).toBeVisible()
})

test('the owner sets coupon, address and closed text, and an address that is not encrypted is named', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await page.getByLabel('Leads to').fill('http://shop.example')
	await page.getByLabel('Then').selectOption('They are taken there after 20 seconds')
	await expect(page.getByText('Visitors are taken only to an address that begins with https://')).toBeVisible()
	await page.getByLabel('Leads to').fill(shop)
	await page.getByLabel('Coupon code').fill('CLAY-10')
	await expect(page.getByText(/^The code is a reward: say so here/)).toBeVisible()
	await page.getByLabel('What visitors read when it is closed').fill('Back in May.')
	const saved = async () => {
		const columns = 'thank_you, closed_text'
		return (await space.client.from('forms').select(columns).eq('id', space.formId).single().throwOnError()).data
	}
	const thank_you = { link_url: shop, move_after: '20', coupon_code: 'CLAY-10' }
	await publishForm(page)
	await expect.poll(saved).toEqual({ thank_you, closed_text: 'Back in May.' })
	await page.getByText('Open: the page takes testimonials').click()
	await expect
		.poll(async () => (await page.request.get(`${server.url}/collect/${space.slug}`)).text())
		.toContain('Back in May.')
})
