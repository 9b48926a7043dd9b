import { readFile } from 'node:fs/promises'
import { test as base, expect, serverWith } from '#e2e/support/fixtures.ts'
import { operator, operatorSettings, ownerAndOperator, signUpOperator, storeFailedMail } from '#e2e/support/operator.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { startServer } from '#test/support/server-process.ts'

/** A server for journeys about operators: their page lists every space. */
const test = base.extend({ server: serverWith(operatorSettings) })

test('an operator without a space sees the server, tries a failed mail again, and limits a space', async ({
	page,
	phone,
	server,
	space,
}) => {
	await signUpOperator(server)
	const name = `Fernhill and the Royal Association of ${space.username}`
	await space.client.from('spaces').update({ name }).eq('id', space.spaceId).throwOnError()
	const to = `${space.username}@a-very-long-mail-server-name-of-harbour-practice.test`
	await storeFailedMail(server, to)

	for (const window of [page, phone]) {
		await openSignedIn(window, server.url, operator, 'instance')
		await expect(window.getByRole('heading', { level: 1 })).toContainText('needs you')
		await expect(window.getByText('452 4.2.2 Mailbox full').first()).toBeVisible()
		await expect(window.getByText('Accepts writes.').first()).toBeVisible()
		expect(await window.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
	}

	await page.getByRole('button', { name: 'Send a test mail to me' }).click()
	await expect(page.getByText('Written to the outbox')).toBeVisible()

	const downloading = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Report for support' }).click()
	const file = await (await downloading).path()
	const report = await readFile(file, 'utf8')
	// The server is shared with the journey of all screens, which stores such a mail, too.
	expect(report).toMatch(/^ {2}mail +\d given up, 452 4\.2\.2$/m)
	expect(report).not.toContain(space.username)
	await expect(page.getByText('no secrets, addresses or names are in it')).toBeVisible()

	await page.getByRole('button', { name: `Remove: ${to}` }).click()
	await expect(page.getByText(to)).toBeHidden()

	await page.getByRole('button', { name: `Limits of ${name}` }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Most testimonials').fill('many')
	await dialog.getByRole('button', { name: 'Save limits' }).click()
	await expect(dialog.getByText('Type a whole number')).toBeVisible()
	await expect(dialog.getByLabel('Most testimonials')).toHaveValue('many')
	await dialog.getByLabel('Most testimonials').fill('1,000')
	await dialog.getByLabel('Most storage in MB').fill('500')
	await dialog.getByRole('button', { name: 'Save limits' }).click()
	await expect(dialog).toBeHidden()
	const row = page.getByRole('row').filter({ hasText: name })
	await expect(row.getByRole('cell', { name: '0 of 1,000', exact: true })).toBeVisible()
	await expect(row.getByRole('cell', { name: 'today' })).toBeVisible()
})

test('an operator reads what the mail server said about a test mail that it did not take', async ({ page }) => {
	// Nothing listens on the first port.
	const SMTP_URL = 'smtp://127.0.0.1:1'
	const server = await startServer({ OPERATORS: operator.email, SMTP_URL, MAIL_AUTOCONFIRM: 'true' })
	await signUpOperator(server)
	await openSignedIn(page, server.url, operator, 'instance')
	await page.getByRole('button', { name: 'Send a test mail to me' }).click()
	await expect(page.getByText(/^The mail server did not take the mail: .*ECONNREFUSED/)).toBeVisible()
	await server.stop()
})

test('an owner who is no operator is told whose page it is, and nothing about the server', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space)
	await page.goto(`${server.url}/dashboard/instance`)
	await expect(page.getByText('This page is for the operator of the server.')).toBeVisible()
	await expect(page.getByText('PostgreSQL')).toBeHidden()
})

test('an operator with a space finds the server under Space and in the palette, and other owners do not', async ({
	page,
	phone,
	server,
	space,
}) => {
	await openSignedIn(phone, server.url, space, 'space')
	await phone.getByRole('button', { name: 'Space Name and look' }).click()
	await expect(phone.getByRole('menuitem', { name: 'History' })).toBeVisible()
	await expect(phone.getByRole('menuitem', { name: 'This server' })).toBeHidden()

	const client = await signUpOperator(server, ownerAndOperator)
	await client.rpc('create_space', { name: 'Fernhill', slug: space.username }).throwOnError()
	await openSignedIn(page, server.url, ownerAndOperator, 'space')
	await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'This server' }).click()
	await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
	await page.goto(`${server.url}/dashboard/overview`)
	await page.getByRole('heading', { level: 1 }).waitFor()
	await page.keyboard.press('Control+k')
	await page.keyboard.type('this serv')
	await page.getByRole('option', { name: 'This server' }).click()
	await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
})
