import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { expect, mailAt, paste, test } from '#e2e/support/mail-fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

const people = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('listitem')
const person = (page: Page, text: string) => people(page).filter({ hasText: text })
const mail = (page: Page) => page.frameLocator('iframe[title="The mail"]')
const line = (page: Page, text: string) =>
	page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: text })
const latin1 = (text: string) => Buffer.from(text, 'latin1')

for (const width of flowWidths(1280))
	test(`customers of a CSV file are checked, mended, asked and followed at ${width} px`, async ({
		page,
		server,
		space,
		smtp,
	}) => {
		const refusals: string[] = []
		page.on('console', (message) => message.text().includes('Content Security Policy') && refusals.push(message.text()))
		await page.setViewportSize({ width, height: 800 })
		const at = `w${width}-${process.pid}.example`
		await openSignedIn(page, server.url, space, 'invitations')
		await page.getByRole('link', { name: 'Ask customers' }).click()
		await page.getByText('CSV file', { exact: true }).click()
		await page
			.getByLabel('CSV file', { exact: true })
			.last()
			.setInputFiles({
				name: 'customers.csv',
				mimeType: 'text/csv',
				buffer: latin1(
					`Kunde;E-Mail;Gekauft\r\n"Müller; Jürgen";juergen@${at};Eulenkurs\r\nTomasz Wieczorek;tomasz@bakery;\r\nSalma;salma@${at};\r\nSalma al-Khatib;SALMA@${at};\r\n`,
				),
			})
		await expect(page.getByText('4 rows from customers.csv')).toBeVisible()
		await expect(page.getByLabel('Gekauft is')).toHaveValue('note')
		await expect(person(page, 'Müller; Jürgen')).toContainText('Will be sent')
		await expect(person(page, 'Salma al-Khatib')).toContainText('Twice in the list, also in row 3')
		await expect(person(page, 'Tomasz')).toContainText('the part after @ has no ending')
		await expect(mail(page).locator('mark').first()).toHaveText('Müller; Jürgen')
		await expectAccessibleInBothSchemes(page, `composing at ${width} px`)

		await page.getByRole('button', { name: '1 needs mending' }).click()
		await expect(people(page)).toHaveCount(1)
		await page.getByLabel('E-mail of Tomasz Wieczorek').fill(`tomasz@bakery.${at}`)
		await expect(person(page, 'Tomasz')).toContainText('Will be sent')
		await page.getByLabel('Subject').fill('How was your time at ')
		await page.getByRole('button', { name: 'Put in space' }).click()
		await expect(page.getByLabel('Subject')).toHaveValue('How was your time at {space}')
		await expect(mail(page).getByRole('heading')).toHaveText('How was your time at Northlight Frames')
		await expect(mail(page).getByText('Do not ask me again')).toBeVisible()
		await page.getByText('Text', { exact: true }).click()
		await expect(page.locator('.invite-text')).toContainText('Do not ask me again')
		expect(refusals).toEqual([])

		await page.getByRole('button', { name: 'Send 3 invitations' }).dblclick()
		await expect(page.getByRole('heading', { name: '3 invitations are on the way.' })).toBeVisible()
		await expectAccessibleInBothSchemes(page, `the result at ${width} px`)
		const { subject, from, html, text, headers } = await mailAt(smtp, `juergen@${at}`)
		expect(subject).toBe('How was your time at Northlight Frames')
		expect(from?.name).toBe('Northlight Frames')
		expect(html).toContain(`${server.url}/collect/${space.slug}?i=`)
		expect(text).toContain('Hello Müller; Jürgen,')
		expect(headers.map(({ key }) => key)).toContain('list-unsubscribe')
		await mailAt(smtp, `tomasz@bakery.${at}`)
		await mailAt(smtp, `salma@${at}`)

		await page.getByRole('link', { name: 'See the invitations' }).click()
		for (const name of ['Müller; Jürgen', 'Tomasz Wieczorek', 'Salma'])
			await expect(line(page, name)).toContainText('Sent today')
		await expect(page.getByRole('img', { name: '3 invitations: 3 sent, not opened' })).toBeVisible()
		await expectAccessibleInBothSchemes(page, `the list at ${width} px`)
		const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
		expect(overflow).toBeLessThanOrEqual(0)
	})

test('a pasted list and typed words outlast a reload, and who was asked before is told before sending', async ({
	page,
	server,
	space,
}) => {
	const at = `paste-${process.pid}.example`
	await openSignedIn(page, server.url, space, 'invitations/new')
	await page.getByLabel('Names and addresses').focus()
	await paste(page, `Rosalind Quartermaine <rosalind@${at}>, "al-Khatib, Salma" <salma@${at}>`)
	await expect(page.getByText('2 rows pasted')).toBeVisible()
	await page.getByLabel('Your words').fill('Hello {name}, how did it go?')
	await page.getByRole('button', { name: 'Add more people' }).click()
	await page.getByText('Type', { exact: true }).click()
	await page.getByLabel('Name', { exact: true }).fill('ليلى الحسيني')
	await page.getByLabel('E-mail', { exact: true }).fill('leila@')
	await page.keyboard.press('Enter')
	await expect(page.getByText('nothing stands after the @')).toBeVisible()
	await page.getByLabel('E-mail', { exact: true }).fill(`leila@${at}`)
	await expect(page.getByText('Kept as a draft in this browser')).toBeVisible()

	await page.reload()
	await expect(person(page, 'al-Khatib, Salma')).toContainText('Will be sent')
	await expect(page.getByLabel('Your words')).toHaveValue('Hello {name}, how did it go?')
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('ليلى الحسيني')
	await page.getByLabel('E-mail', { exact: true }).press('Enter')
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
	await expect(person(page, 'ليلى الحسيني')).toContainText('Will be sent')
	await page.getByRole('button', { name: 'Send 3 invitations' }).click()
	await expect(page.getByRole('heading', { name: '3 invitations are on the way.' })).toBeFocused()
	await page.getByRole('button', { name: 'Ask others' }).click()

	await expect(people(page)).toHaveCount(0)
	await page.getByLabel('Names and addresses').focus()
	await paste(page, `rosalind@${at}\nnew@${at}`)
	await expect(person(page, `rosalind@${at}`)).toContainText('Asked before, today')
	await expect(page.getByRole('button', { name: 'Send 1 invitation', exact: true })).toBeEnabled()
})

test('a list that was sent while its answer was lost is kept, and says who was asked', async ({
	page,
	server,
	space,
	smtp,
}) => {
	const address = `once@lost-${process.pid}.example`
	await openSignedIn(page, server.url, space, 'invitations/new')
	const isSent = Promise.withResolvers<void>()
	// Who was asked before is answered before the list is sent, and that answer arrives after it.
	await page.route(
		'**/rpc/known_recipients',
		async (route) => {
			const response = await route.fetch()
			await isSent.promise
			await route.fulfill({ response }).catch(() => {})
		},
		{ times: 1 },
	)
	const isAsking = page.waitForRequest('**/rpc/known_recipients')
	await page.getByLabel('Names and addresses').fill(address)
	await page.getByRole('button', { name: 'Add these people' }).click()
	await isAsking
	await page.route('**/rpc/invite_customers', async (route) => {
		await route.fetch()
		await route.abort()
		isSent.resolve()
	})
	await page.getByRole('button', { name: 'Send 1 invitation' }).click()
	const alert = page.getByRole('alert').filter({ hasText: 'Your list and your words are still here.' })
	await expect(alert).toContainText('The server cannot be reached')
	await expect(person(page, address)).toContainText('Asked before, today')
	await expect(page.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
	await mailAt(smtp, address)
})

test('ten thousand rows are read, mended and sent', async ({ page, server, space }) => {
	const rows = Array.from({ length: 10_000 }, (_, at) => `Person ${at},person${at}@many.example`)
	rows[9_998] = 'Broken,broken@many'
	await openSignedIn(page, server.url, space, 'invitations/new')
	await page.getByText('CSV file', { exact: true }).click()
	await page
		.getByLabel('CSV file', { exact: true })
		.last()
		.setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(`name,email\n${rows.join('\n')}`) })
	await expect(page.getByText('Page 1 of 200')).toBeVisible()
	await expect(people(page)).toHaveCount(50)
	await page.getByRole('button', { name: '1 needs mending' }).click()
	await page.getByLabel('E-mail of Broken').press('End')
	await page.keyboard.type('.example')
	await expect(person(page, 'Broken')).toContainText('Will be sent')
	await page.getByRole('button', { name: 'Send 10,000 invitations' }).click()
	await expect(page.getByRole('heading', { name: '10,000 invitations are on the way.' })).toBeVisible()
})
