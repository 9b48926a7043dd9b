import type { Page } from '@playwright/test'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { expect, mailAt, test } from '#e2e/support/mail-fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import type { SmtpServer } from '#test/fakes/smtp-server.ts'

/** Opens the personal link in the mail to an address. */
async function openPersonalLink(visitor: Page, smtp: SmtpServer, address: string): Promise<void> {
	const { html } = await mailAt(smtp, address)
	const link = /https?:[^"]+\/collect\/[^"]+/.exec(html ?? '')?.[0] ?? ''
	await visitor.goto(link.replaceAll('&amp;', '&'))
}

async function send(visitor: Page, words: string): Promise<void> {
	await visitor.getByRole('textbox', { name: 'Your words' }).fill(words)
	await visitor.getByRole('checkbox').check()
	await visitor.getByRole('button', { name: 'Send' }).click()
	await expect(visitor.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
}

// Mails are sent and their links opened, and the served page's content policy allows the preview of the mail.
for (const width of flowWidths(360))
	test(`customers of a CSV file answer by the mailed link, and wall and embed show the mark of each, at ${width} px`, {
		tag: '@each',
	}, async ({ browser, page, server, space, smtp }) => {
		const viewport = { width, height: 800 }
		const at = `answer-${width}-${process.pid}.example`
		const line = (name: string) =>
			page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: name })
		const statusOf = async (name: string) =>
			(await space.client.from('testimonials').select('status').like('author_name', `${name}%`).single()).data?.status
		const refusals: string[] = []
		page.on('console', (message) => message.text().includes('Content Security Policy') && refusals.push(message.text()))
		await page.setViewportSize(viewport)
		await openSignedIn(page, server.url, space, 'invitations/new')
		await page.getByText('File', { exact: true }).click()
		await page
			.getByLabel('CSV or vCard file', { exact: true })
			.last()
			.setInputFiles({
				name: 'customers.csv',
				mimeType: 'text/csv',
				buffer: Buffer.from(`Name,E-mail\nInes Castellanos,ines@${at}\nNoor Haddad,noor@${at}\n`),
			})
		const preview = page.frameLocator('iframe[title="The mail"]')
		await expect(preview.locator('mark').first()).toHaveText('Ines Castellanos')
		await expect(preview.getByText('Do not ask me again')).toBeVisible()
		expect(refusals).toEqual([])
		await page.getByRole('button', { name: 'Send 2 invitations' }).click()
		await page.getByRole('link', { name: 'See the invitations' }).click()
		await expect(line('Ines')).toContainText('Sent today')

		const { from, headers } = await mailAt(smtp, `ines@${at}`)
		expect(from?.name).toBe('Northlight Frames')
		expect(headers.map(({ key }) => key)).toContain('list-unsubscribe')
		const visitor = await (await browser.newContext({ viewport })).newPage()
		await openPersonalLink(visitor, smtp, `ines@${at}`)
		await expect(visitor.getByLabel('Name', { exact: true })).toHaveValue('Ines Castellanos')
		await expect(line('Ines')).toContainText('Opened today')
		// Without the invited address nothing stronger than the link is proven.
		await visitor.getByLabel('E-mail').fill('')
		await send(visitor, 'Four bowls we eat from every day.')
		await openPersonalLink(visitor, smtp, `noor@${at}`)
		await expect(visitor.getByLabel('E-mail')).toHaveValue(`noor@${at}`)
		await send(visitor, 'The glaze is as blue as on the picture.')
		await expect(line('Noor')).toContainText('answered today')

		for (const name of ['Ines', 'Noor']) {
			await page.goto(`${server.url}/dashboard/invitations`)
			await line(name)
				.getByRole('link', { name: /^Read it/ })
				.click()
			await expect(page.locator('.inbox-by h2')).toContainText(name)
			await page.getByRole('button', { name: /^Approve( A)?$/ }).click()
			await expect.poll(() => statusOf(name)).toBe('approved')
		}
		await visitor.goto(`${server.url}/w/${space.slug}`)
		await expect(visitor.locator('.basis').getByText('Invited by Northlight Frames')).toBeVisible()
		await expect(visitor.locator('.basis').getByText('E-mail checked')).toBeVisible()
		const host = await openHostSite({
			html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<plaudit-wall wall="${space.wallId}"></plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script></html>`,
		})
		await visitor.goto(host.url)
		await expect(visitor.locator('plaudit-wall').getByText('Four bowls we eat from every day.')).toBeVisible()
		await expect(visitor.locator('plaudit-wall').getByText('Invited by Northlight Frames')).toBeVisible()
		await expect(visitor.locator('plaudit-wall').getByText('E-mail checked')).toBeVisible()
		host.close()
		await visitor.context().close()
	})
