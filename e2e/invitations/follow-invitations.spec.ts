import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, mailAt, test } from '#e2e/support/mail-fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

const line = (page: Page, text: string) =>
	page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: text })

/** Asks customers through the public API, as the composer does. */
async function ask({ client, formId }: TestSpace, recipients: { email: string; name?: string }[]): Promise<void> {
	const letter = { subject: 'How was it?', message: 'Hello {name},', remind_after_days: null, reply_to_me: false }
	await client.rpc('invite_customers', { form_id: formId, recipients, ...letter }).throwOnError()
}

test('a refused address shows the mail server’s words, and is mended and sent again', async ({
	page,
	server,
	space,
	smtp,
}) => {
	const at = `refused-${process.pid}.example`
	smtp.refused.set(`ines@${at}`, '5.1.1 No such mailbox here')
	await openSignedIn(page, server.url, space, 'invitations')
	await expect(page.getByText('Most people say nothing because nobody asked.')).toBeVisible()
	await ask(space, [{ email: `ines@${at}`, name: 'Ines Castellanos-Featherstonehaugh' }])
	await expect(line(page, 'Ines')).toContainText('Failed')
	await expect(line(page, 'Ines')).toContainText('No such mailbox here')
	await expectAccessibleInBothSchemes(page, 'a failed invitation')

	await line(page, 'Ines').getByRole('button', { name: 'Send again' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog).toContainText('No such mailbox here')
	await dialog.getByLabel('E-mail').fill('ines@home')
	await page.keyboard.press('Enter')
	await expect(dialog).toContainText('the part after @ has no ending')
	await expectAccessibleInBothSchemes(page, 'mending an address')
	await dialog.getByLabel('E-mail').fill(`ines@home.${at}`)
	await page.keyboard.press('Enter')
	await expect(dialog).toBeHidden()
	await expect(line(page, 'Ines')).toContainText('Sent today')
	await mailAt(smtp, `ines@home.${at}`)
})

test('a decline is shown live, and one customer is reminded once', async ({ page, server, space, smtp }) => {
	const at = `decline-${process.pid}.example`
	await openSignedIn(page, server.url, space, 'invitations')
	await ask(space, [
		{ email: `aurelio@${at}`, name: 'Aurelio' },
		{ email: `maja@${at}`, name: 'Maja Kovač' },
	])
	const { html } = await mailAt(smtp, `aurelio@${at}`)
	const decline = /https?:[^"]+\/invitation\/[^"]+\/decline/.exec(html ?? '')?.[0] ?? ''
	await expect(line(page, 'Aurelio')).toContainText('Sent today')
	expect((await fetch(decline)).status).toBe(200)
	await expect(line(page, 'Aurelio')).toContainText('Sent today')
	const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
	expect((await fetch(decline, { method: 'POST', body })).ok).toBe(true)
	await expect(line(page, 'Aurelio')).toContainText('Declined')
	await expect(line(page, 'Aurelio').getByRole('button')).toHaveAccessibleName('Delete the invitation of Aurelio')

	await line(page, 'Maja').getByRole('button', { name: 'Ask again' }).click()
	await expect(line(page, 'Maja')).toContainText('Reminded today, no further mail')
	await expect(line(page, 'Maja').getByRole('button')).toHaveAccessibleName('Delete the invitation of Maja Kovač')

	await page.getByLabel('Find in invitations').fill('kovač')
	await expect(line(page, 'Aurelio')).toBeHidden()
	await expect(line(page, 'Maja')).toBeVisible()
	await page.getByLabel('State').selectOption('declined')
	await expect(page.getByText('Nothing matches.')).toBeVisible()
	await page.getByRole('button', { name: 'Clear the filters' }).click()
	await page.getByLabel('State').selectOption('declined')
	await expect(line(page, 'Aurelio')).toBeVisible()
	await expect(page).toHaveURL(/state=declined/)
})

test('the queue tells the operator’s limit, and one who waits is taken out of it', async ({ page, smtp }) => {
	const limits = { INVITATIONS_HOURLY: '3', INVITATIONS_DAILY: '2' }
	const server = await startServer({ SMTP_URL: smtp.url, MAIL_AUTOCONFIRM: 'on', ...limits })
	try {
		const space = await makeSpace(server.url)
		// In the last minute before the queue goes on, the screen says "within minutes" instead of the limit.
		await page.clock.setFixedTime(new Date().setUTCMinutes(30))
		await openSignedIn(page, server.url, space, 'invitations')
		await ask(
			space,
			['a', 'b', 'c', 'd'].map((letter) => ({ email: `${letter}@queue.example`, name: `Person ${letter}` })),
		)
		await expect(page.getByText('2 invitations wait. This server sends 3 an hour and 2 a day')).toBeVisible()
		const waiting = line(page, 'Queued')
		await expect(waiting).toHaveCount(2)
		await waiting.first().getByRole('button', { name: 'Cancel' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Cancel the invitation' }).click()
		await expect(waiting).toHaveCount(1)
		await expect(page.getByRole('img', { name: '3 invitations: 2 sent, not opened and 1 queued' })).toBeVisible()
	} finally {
		await server.stop()
	}
})

test('a customer who asks to be forgotten is deleted, on every open screen, and is not asked again', async ({
	page,
	context,
	server,
	space,
	smtp,
}) => {
	const email = `maja@forget-${process.pid}.example`
	await openSignedIn(page, server.url, space, 'invitations')
	const second = await context.newPage()
	await second.goto(`${server.url}/dashboard/invitations`)
	await ask(space, [{ email, name: 'Maja Kovač' }])
	await mailAt(smtp, email)
	for (const screen of [page, second]) await expect(line(screen, 'Maja')).toContainText('Sent today')

	const remove = line(page, 'Maja').getByRole('button', { name: 'Delete the invitation of Maja Kovač' })
	await remove.click()
	const dialog = page.getByRole('dialog', { name: 'Delete this invitation?' })
	await expect(dialog).toContainText('Name, address, company and note of Maja Kovač are deleted here for good')
	await expectAccessibleInBothSchemes(page, 'deleting an invitation')
	await dialog.getByRole('button', { name: 'Keep it' }).click()
	await expect(line(page, 'Maja')).toBeVisible()

	await remove.click()
	await dialog.getByRole('button', { name: 'Delete the invitation' }).click()
	await expect(page.getByText('The invitation is deleted.')).toBeVisible()
	for (const screen of [page, second]) await expect(line(screen, 'Maja')).toHaveCount(0)
	const { data } = await space.client.rpc('known_recipients', { space_id: space.spaceId, emails: [email] })
	expect(data).toMatchObject([{ email, reason: 'asked before' }])
})

test('a viewer reads invitations and can change none', async ({ page, server, space }) => {
	const viewer = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, viewer.client, 'viewer')
	await viewer.client.from('spaces').delete().eq('id', viewer.spaceId).throwOnError()
	await ask(space, [{ email: `seen-${process.pid}@viewer.example`, name: 'Seen' }])
	await openSignedIn(page, server.url, viewer, 'invitations')
	await expect(line(page, 'Seen')).toContainText('Sent today')
	await expect(line(page, 'Seen').getByRole('button')).toHaveCount(0)
	await expect(page.getByRole('link', { name: 'Ask customers' })).toHaveCount(0)
	await page.goto(`${server.url}/dashboard/invitations/new`)
	await expect(page.getByText('Only owners and editors may invite.')).toBeVisible()
})

test('a list that cannot be read says so and is read again on request', async ({ page, server, space }) => {
	await ask(space, [{ email: `later-${process.pid}@error.example`, name: 'Later' }])
	await page.route('**/rest/v1/invitations?*', (route) => route.fulfill({ status: 403, json: { message: 'no' } }))
	await openSignedIn(page, server.url, space, 'invitations')
	await expect(page.getByRole('alert')).toContainText('The invitations could not be read.')
	await page.unroute('**/rest/v1/invitations?*')
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(line(page, 'Later')).toBeVisible()
})
