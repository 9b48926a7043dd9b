import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { answerQuestions, dockOf, startImport } from './import-steps.ts'

const rows = [
	['Kundenname', 'E-Mail', 'Bewertung', 'Text', 'Datum', 'Bestell-Nr.'],
	[
		'Anneliese Thürwächter-Brockhaus',
		'anneliese@example.org',
		'5',
		'Der Henkel sitzt genau so, wie meine Hand es wollte.',
		'14.03.2025',
		'FH-1',
	],
	['Leontyne Abara', '', '5', 'I bought one. I came back for the other five.', '02.04.2025', ''],
	['نادية بن يوسف', '', '4', 'الطبق أجمل من الصورة، والتغليف أمتن من الطبق.', '09.04.2025', ''],
	['Oskar Lindqvist', '', '', 'Came quickly, chipped on one side, replaced in two days.', '11.04.2025', ''],
	['Leontyne Abara', '', '5', 'I bought one. I came back  for the other five.', '02.04.2025', ''],
	['', '', '5', 'Beautiful glaze.', '06.05.2025', ''],
	['Wes Okafor', '', '5', 'The blue is the blue of the photograph.', '31.02.2025', ''],
	['Hui-Min Tan', '', '5', 'My tea tastes of less. I mean that kindly.', '17.05.2025', ''],
]
const file = {
	name: 'kundenstimmen-2025.csv',
	mimeType: 'text/csv',
	buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
}
const isWideEnough = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

// The server reads the file, a job imports its rows, and the undo takes them out of the inbox.
test('a CSV file is imported, and the import is undone', { tag: '@each' }, async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, 'space/import')
	await page.getByLabel('File to import').setInputFiles(file)
	await answerQuestions(page)
	await expect(dockOf(page).getByRole('button', { name: 'Import 5 testimonials' })).toBeEnabled()
	await startImport(page)
	const names = () => space.client.from('testimonials').select('author_name').eq('space_id', space.spaceId)
	expect((await names().throwOnError()).data).toHaveLength(5)
	await page.getByRole('button', { name: 'Undo this import' }).click()
	await page.getByRole('button', { name: 'Undo the import' }).click()
	await expect(page.getByText('This import is undone: 5 testimonials deleted.')).toBeVisible()
	expect((await names().throwOnError()).data).toEqual([])
})

// Two tabs and an open inbox follow what a job does, and a late response changes nothing.
test('a file is dropped, matched, imported in sight of a second tab and an open inbox, mended and undone', async ({
	page,
	server,
	space,
	context,
}) => {
	const inbox = await context.newPage()
	await openSignedIn(inbox, server.url, space)
	await openSignedIn(page, server.url, space, 'space/import')
	const second = await context.newPage()
	await second.goto(`${server.url}/dashboard/space/import`)
	// It would open the file that the first tab keeps for a reload.
	await expect(second.getByLabel('File to import')).toBeAttached()
	await page.getByLabel('File to import').setInputFiles({ ...file, name: 'words.numbers' })
	await expect(page.getByText('This is no table that can be read.')).toBeVisible()
	await page.getByLabel('File to import').setInputFiles({ ...file, buffer: Buffer.from('Name,Text') })
	await expect(page.getByRole('alert').filter({ hasText: 'no rows' })).toBeVisible()
	await page.getByLabel('File to import').setInputFiles(file)
	await expect(page.getByRole('heading', { level: 1, name: '8 rows in kundenstimmen-2025.csv' })).toBeVisible()
	await expect(page.getByText(/A CSV file with German headings/)).toBeVisible()
	await expect(page.getByLabel('Encoding', { exact: true })).toHaveValue('UTF-8')
	await expect(page.getByLabel('Separated by')).toHaveValue(';')
	await answerQuestions(page)
	await expect(page.getByLabel('Bewertung is')).toHaveValue('rating')
	await expect(dockOf(page)).toContainText('5 come in')
	await expect(dockOf(page)).toContainText('1 here already')
	await expect(dockOf(page)).toContainText('2 refused')
	await expect(page.getByText('“31.02.2025” is not a date.').first()).toBeVisible()
	await expect(page.getByText('14 Mar 2025')).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'import, columns')

	// Without the column of the date its bad one matters no more.
	const date = page.getByRole('radiogroup', { name: 'What Datum is' })
	await date.getByText('Leave it out').click()
	await expect(dockOf(page)).toContainText('1 refused')
	await date.getByText('Its heading says so').click()
	await expect(dockOf(page)).toContainText('5 come in')
	await page.getByRole('radio', { name: /^They agreed/ }).check()
	// A reload keeps the file and the choices.
	await page.reload()
	await expect(dockOf(page)).toContainText('5 come in')
	await expect(page.getByRole('radio', { name: /^They agreed/ })).toBeChecked()
	await answerQuestions(page)
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download them as CSV' }).click()
	expect(await readFile(await (await download).path(), 'utf8')).toContain(
		'Wes Okafor,,5,The blue is the blue of the photograph.,31.02.2025,,7,“31.02.2025” is not a date.',
	)

	await startImport(page)
	await expect(second.getByRole('listitem').getByText('kundenstimmen-2025.csv', { exact: true })).toBeVisible()
	await expect(second.getByText(/5 of 8 rows/)).toBeVisible()
	await expect(inbox.getByText('Hui-Min Tan').first()).toBeVisible()
	await page.reload()
	await expect(page.getByRole('heading', { name: '3 rows stayed out' })).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'import, done')

	await page.getByRole('button', { name: 'See with a date that cannot be read' }).click()
	await page.getByRole('button', { name: 'Mend row 7' }).click()
	const dialog = page.getByRole('dialog', { name: 'Row 7' })
	await dialog.getByLabel('Datum').fill('30.02.2025')
	await dialog.getByRole('button', { name: 'Add this row' }).click()
	await expect(dialog.getByText('“30.02.2025” is not a date.')).toBeVisible()
	await dialog.getByLabel('Datum').fill('28.02.2025')
	await dialog.getByRole('button', { name: 'Add this row' }).click()
	await expect(dialog).toBeHidden()
	await expect(page.getByRole('heading', { level: 1, name: /^6 testimonials came from / })).toBeVisible()
	const [one] = (await space.client.from('testimonials').select('id').eq('space_id', space.spaceId).throwOnError()).data
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', one?.id).throwOnError()

	await page.getByRole('button', { name: 'Undo this import' }).click()
	await expect(page.getByText('1 of them was approved, and disappears from your walls.')).toBeVisible()
	// A response from before the undo arrives after its end is on the screen.
	const isShown = Promise.withResolvers<void>()
	const { data: json } = await space.client.from('imports').select('*').eq('space_id', space.spaceId).throwOnError()
	await page.route(
		'**/rest/v1/imports?*',
		async (route) => {
			await isShown.promise
			await route.fulfill({ json }).catch(() => {})
		},
		{ times: 1 },
	)
	await page.getByRole('button', { name: 'Undo the import' }).click()
	await expect(page.getByText('This import is undone: 6 testimonials deleted.')).toBeVisible()
	isShown.resolve()
	await expect(second.getByText(/Undone: 6 testimonials deleted/)).toBeVisible()
	await expect(inbox.getByText('Hui-Min Tan')).toHaveCount(0)
	await expect(page.getByText('This import is undone: 6 testimonials deleted.')).toBeVisible()
	expect(
		(await space.client.from('testimonials').select('id').eq('space_id', space.spaceId).throwOnError()).data,
	).toEqual([])
})

test('rows are pasted on a phone, survive a reload, and are imported', async ({ phone, server, space }) => {
	await openSignedIn(phone, server.url, space, 'space/import')
	await phone.getByRole('button', { name: 'Paste rows instead' }).click()
	const pasted = rows.map((row) => row.join('\t')).join('\n')
	await phone.getByLabel('Rows with their headings').fill(pasted)
	await phone.reload()
	await phone.getByRole('button', { name: 'Paste rows instead' }).click()
	await expect(phone.getByLabel('Rows with their headings')).toHaveValue(pasted)
	await phone.getByRole('button', { name: 'Read these rows' }).click()
	await expect(phone.getByRole('heading', { level: 1, name: '8 rows in what you pasted' })).toBeVisible()
	await expect(phone.getByLabel('Separated by')).toHaveValue('\t')
	await answerQuestions(phone)
	expect(await isWideEnough(phone)).toBe(true)
	await expectAccessibleInBothSchemes(phone, 'import, columns, phone')
	await startImport(phone)
	expect(await isWideEnough(phone)).toBe(true)
	await expectAccessibleInBothSchemes(phone, 'import, done, phone')
})
