import { flowWidths } from '#e2e/support/flow-widths.ts'
import { expect, mailAt, test } from '#e2e/support/mail-fixtures.ts'
import type { SmtpServer } from '#test/fakes/smtp-server.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** Asks one customer through the public API, and returns the link of the mail that declines. */
async function declineLink({ client, formId }: TestSpace, smtp: SmtpServer, email: string): Promise<string> {
	const letter = { subject: 'How was it?', message: 'Hello {name},', remind_after_days: null }
	await client.rpc('invite_customers', { form_id: formId, recipients: [{ email }], ...letter }).throwOnError()
	const { text } = await mailAt(smtp, email)
	return /https?:\S+\/invitation\/\S+\/decline/.exec(text ?? '')?.[0] ?? ''
}

const stateOf = async ({ client }: TestSpace, email: string) =>
	(await client.from('invitations').select('state').eq('email', email).single()).data?.state

for (const width of flowWidths(360))
	test(`a customer declines by the mail’s link, without a script, and takes it back, at ${width} px`, async ({
		browser,
		space,
		smtp,
	}) => {
		const email = `${space.slug}@b.example`
		const link = await declineLink(space, smtp, email)
		const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 740 } })
		const page = await context.newPage()
		await page.goto(link)
		await expect(page.getByRole('heading', { name: 'Rather not?' })).toBeVisible()
		expect(await stateOf(space, email)).toBe('sent')
		await page.getByRole('button', { name: 'Do not ask me again' }).click()
		await expect(page.getByRole('status')).toContainText(email)
		expect(await stateOf(space, email)).toBe('declined')
		await page.reload()
		await page.getByRole('button', { name: 'Undo' }).click()
		await expect(page.getByRole('button', { name: 'Do not ask me again' })).toBeVisible()
		expect(await stateOf(space, email)).toBe('sent')
		await context.close()
	})

for (const width of flowWidths(360))
	test(`the page that declines fits a phone and has large buttons, before and after, at ${width} px`, async ({
		page,
		space,
		smtp,
	}) => {
		await page.setViewportSize({ width, height: 740 })
		await page.goto(await declineLink(space, smtp, `seen-${space.slug}@b.example`))
		for (const button of await page.locator('.btn').all())
			expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
		await page.getByRole('button', { name: 'Do not ask me again' }).click()
		await expect(page.getByRole('status')).toBeVisible()
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
	})
