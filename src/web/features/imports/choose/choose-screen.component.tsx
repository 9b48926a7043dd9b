import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerAnalysis, chosenAnalysis, sampleAnalysis } from '#test/support/components/import-answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

beforeEach(() => page.viewport(1280, 900))

/** Opens the screen with rows that the server analyses so. */
async function openRows(analysisOf: (chosen: Partial<ImportMapping>) => ImportAnalysis | Response) {
	const server = answerAnalysis(analysisOf)
	await openScreen('space/import')
	await page.getByRole('button', { name: 'Paste rows instead' }).click()
	await page.getByLabelText('Rows with their headings').fill('name,words')
	await page.getByRole('button', { name: 'Read these rows' }).click()
	await page.getByRole('heading', { level: 1, name: /5,212/ }).findElement()
	return server
}

const last = (server: { mappings: Partial<ImportMapping>[] }) => server.mappings.at(-1)
const change = (kind: string) => page.elementLocator(document.getElementById(`import-change-${kind}`) as HTMLElement)
const without = (part: Partial<ImportAnalysis>) => (chosen: Partial<ImportMapping>) =>
	chosenAnalysis(chosen, { ...sampleAnalysis, ...part })
const certain = sampleAnalysis.columns.map((column) => ({ ...column, is_unsure: false }))

test('a column that is not certain is asked for by name, and the import waits for the answer', async () => {
	const server = await openRows(chosenAnalysis)
	await expect.element(page.getByText(/^Filled in 2,310 of 5,212 rows/)).toBeVisible()
	await page.getByRole('button', { name: 'Answer 1 question' }).click()
	const group = page.getByRole('radiogroup', { name: 'What cf_which_glaze is' })
	await expect.element(group.getByRole('radio').first()).toHaveFocus()
	await group.getByRole('radio', { name: /^A tag/ }).click()
	await expect.poll(() => last(server)?.columns?.[14]).toBe('tags')
	await expect.element(page.getByRole('button', { name: 'Import 5,007 testimonials' })).toBeEnabled()
	// The answer can be changed, and be any other target.
	await group.getByRole('radio', { name: /^Something else/ }).click()
	await page.getByLabelText('cf_which_glaze is', { exact: true }).selectOptions('Company')
	await expect.poll(() => last(server)?.columns?.[14]).toBe('company')
	await expectAccessible()
})

test('the focus goes to the heading of the file, and back to that of the screen when the file is put away', async () => {
	await openRows(chosenAnalysis)
	await expect.element(page.getByRole('heading', { level: 1, name: '5,212 reviews from Judge.me' })).toHaveFocus()
	await page.getByRole('button', { name: 'Put this file away' }).click()
	await expect.element(page.getByRole('heading', { level: 1, name: 'Import' })).toHaveFocus()
})

test('another file is dropped on the head of the screen', async () => {
	const server = await openRows(chosenAnalysis)
	const data = new DataTransfer()
	data.items.add(new File(['name,words'], 'other.csv'))
	const heading = document.querySelector('#main h1')
	heading?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
	await expect.poll(() => server.mappings.length).toBe(2)
	expect(last(server)).toEqual({})
})

test('several columns that are not certain are left out together', async () => {
	const columns = sampleAnalysis.columns.map((column, at) => ({ ...column, is_unsure: at > 10 }))
	const server = await openRows(without({ columns }))
	await page.getByRole('button', { name: 'Leave all 4 out' }).click()
	await expect.poll(() => last(server)?.columns?.slice(11)).toEqual(['none', 'none', 'none', 'none'])
	await expect.element(page.getByRole('button', { name: /^Import 5,007/ })).toBeEnabled()
})

test('a column is renamed on its card, taken in by its token, and left out again with the focus', async () => {
	const server = await openRows(without({ columns: certain }))
	await expect.element(page.getByText('11 columns go in')).toBeVisible()
	await page.getByLabelText('product_handle is').selectOptions('Company')
	await expect.poll(() => last(server)?.columns?.[10]).toBe('company')
	await page.getByRole('button', { name: 'product_id take it in' }).click()
	const select = page.getByLabelText('product_id is')
	await expect.element(select).toHaveFocus()
	await select.selectOptions('Id in the source')
	await expect.poll(() => last(server)?.columns?.[12]).toBe('id')
	await select.selectOptions('Leave out')
	await expect.element(page.getByRole('button', { name: 'product_id take it in' })).toHaveFocus()
})

test('a column of few values shows them with their counts', async () => {
	await openRows(chosenAnalysis)
	await expect.element(page.getByText('ok, in 5,094')).toBeVisible()
})

test('a file is read in another way, and columns of before are guessed again but for those that were named', async () => {
	const server = await openRows(without({ columns: certain }))
	await page.getByLabelText('product_handle is').selectOptions('Company')
	await expect.poll(() => last(server)?.columns).toBeDefined()
	await page.getByLabelText('Encoding', { exact: true }).selectOptions('Windows-1252')
	await expect.poll(() => server.mappings.at(-2)).toEqual({ encoding: 'Windows-1252' })
	await expect.poll(() => last(server)?.columns?.[10]).toBe('company')
	await page.getByLabelText('Separated by').selectOptions('Semicolon')
	await expect.poll(() => last(server)?.delimiter).toBe(';')
	await page.getByLabelText('Headings in').selectOptions('Row 2')
	await expect.poll(() => last(server)?.heading_row).toBe(2)
	await page.getByLabelText('Source').selectOptions('Loox')
	await expect.poll(() => last(server)?.source).toBe('loox')
	await page.getByLabelText('Times are in').selectOptions('Europe/London')
	await expect.poll(() => last(server)?.time_zone).toBe('Europe/London')
})

test('a workbook of several sheets asks which one', async () => {
	const file = {
		...sampleAnalysis.file,
		format: 'xlsx',
		encoding: null,
		delimiter: null,
		sheets: ['Old', 'New'],
		sheet: 'Old',
	} as const
	const server = await openRows(without({ file: { ...file, sheets: [...file.sheets] } }))
	await expect.element(page.getByLabelText('Separated by')).not.toBeInTheDocument()
	await page.getByLabelText('Sheet').selectOptions('New')
	await expect.poll(() => last(server)?.sheet).toBe('New')
})

test('each switch and each pair of buttons sets its own field', async () => {
	const server = await openRows(without({ columns: certain }))
	await change('html').getByRole('switch').click()
	await expect.poll(() => last(server)?.plain_text).toBe(false)
	await change('reply').getByRole('switch').click()
	await expect.poll(() => last(server)?.replies).toBe(false)
	await change('half_stars').getByText('No stars').click()
	await expect.poll(() => last(server)?.half_stars).toBe('none')
	await change('unwanted').getByText('Archive', { exact: true }).click()
	await expect.poll(() => last(server)?.unwanted).toBe('archive')
	await change('stars_alone').getByText('Take', { exact: true }).click()
	await expect.poll(() => last(server)?.stars_without_words).toBe('take')
	await change('zone').getByRole('combobox').selectOptions('Europe/London')
	await expect.poll(() => last(server)?.time_zone).toBe('Europe/London')
	await change('bad_bytes').getByRole('combobox').selectOptions('Windows-1252')
	await expect.poll(() => last(server)?.encoding).toBe('Windows-1252')
	// Only what was chosen is sent: the rest is for the server to guess.
	expect(last(server)).not.toHaveProperty('consent')
})

test('a name for all rows without one counts when its button is pressed, and no longer when it is pressed again', async () => {
	const server = await openRows(without({ columns: certain }))
	await change('no_name').getByRole('textbox').fill('A guest')
	expect(last(server)).not.toHaveProperty('stand_in_name')
	await change('no_name').getByRole('button', { name: 'Use it' }).click()
	await expect.poll(() => last(server)?.stand_in_name).toBe('A guest')
	await change('no_name').getByRole('button', { name: 'Leave out' }).click()
	await expect.poll(() => last(server)?.stand_in_name).toBeNull()
})

test('a day for rows without a date, and the beginning of addresses, are typed once', async () => {
	const example = { rows: 4, row: 2, heading: null, before: '/p/1.jpg', after: '' }
	const changes: ImportAnalysis['changes'] = [
		{ ...example, kind: 'no_date' },
		{ ...example, kind: 'relative_address' },
	]
	const server = await openRows(without({ columns: certain, changes }))
	await change('no_date').getByRole('textbox').fill('2025-03-14')
	await expect.poll(() => last(server)?.stand_in_date).toBe('2025-03-14')
	await change('relative_address').getByRole('textbox').fill('https://shop.example/')
	await change('relative_address').getByRole('button', { name: 'Use it' }).click()
	await expect.poll(() => last(server)?.base_url).toBe('https://shop.example/')
})

test('the order of dates and the best rating are chosen beside their examples', async () => {
	const example = { rows: 4, row: 2, heading: null, before: '03/04/2025', after: '3 April 2025' }
	const changes: ImportAnalysis['changes'] = [
		{ ...example, kind: 'day_order' },
		{ ...example, kind: 'scale' },
	]
	const server = await openRows(without({ columns: certain, changes, is_date_order_certain: false }))
	await expect.element(page.getByText('The file does not tell.')).toBeVisible()
	await change('day_order').getByRole('combobox').selectOptions('Month, day, year')
	await expect.poll(() => last(server)?.date_order).toBe('mdy')
	await change('scale').getByRole('combobox').selectOptions('Best is 10')
	await expect.poll(() => last(server)?.scale).toBe(10)
})

test('cells that stay out are listed, and people who were erased have no switch', async () => {
	await openRows(without({ columns: certain }))
	await expect.element(change('erased').getByText('Always')).toBeVisible()
	expect(change('erased').getByRole('switch').elements()).toEqual([])
	await page.getByRole('button', { name: 'See the 23' }).click()
	const dialog = page.getByRole('dialog', { name: 'Cells that do not fit' })
	await expect.element(dialog.getByText('//cdn/blank')).toBeVisible()
	await expect.element(dialog.getByText(/^The first 2 of 23/)).toBeVisible()
})

test('the dock counts every row once, and is announced', async () => {
	await openRows(without({ columns: certain }))
	const dock = page.getByRole('region', { name: 'Import' })
	await expect
		.element(dock.getByRole('status'))
		.toHaveTextContent('5,007 come in, 77 left out, 62 here already, 3 erased here and 63 refused')
	await expect.element(page.getByText('205 rows stay out')).toBeVisible()
	await expect.element(page.getByText('There is no name.').first()).toBeVisible()
})

test('the permission, the state and the form are sent with the import', async () => {
	const server = await openRows(without({ columns: certain }))
	await page.getByRole('radio', { name: /^They agreed/ }).click()
	await expect.poll(() => last(server)?.consent).toBe('public')
	await page.getByRole('radio', { name: /^As in the file/ }).click()
	await expect.poll(() => last(server)?.status).toBe('file')
})

test('a choice that the server refuses keeps the screen, names its field and stops the import', async () => {
	const server = await openRows((chosen) =>
		chosen.stand_in_name
			? Response.json(
					{ error: { code: 'invalid', message: 'No.', fields: { stand_in_name: 'This is no name.' } } },
					{ status: 422 },
				)
			: chosenAnalysis(chosen, { ...sampleAnalysis, columns: certain }),
	)
	await change('no_name').getByRole('textbox').fill('::')
	await change('no_name').getByRole('button', { name: 'Use it' }).click()
	await expect.poll(() => last(server)?.stand_in_name).toBe('::')
	await expect.element(change('no_name').getByText('This is no name.')).toBeVisible()
	await expect.element(page.getByRole('button', { name: /^Import 5,007/ })).toBeDisabled()
})

test('a page that holds a table is refused, and read when its button is pressed', async () => {
	const server = answerAnalysis((chosen) =>
		chosen.format === 'html'
			? chosenAnalysis(chosen)
			: Response.json(
					{
						error: { code: 'invalid', message: 'No.', fields: { file: 'This is a page of the web.', format: 'html' } },
					},
					{ status: 422 },
				),
	)
	await openScreen('space/import')
	await page.getByRole('button', { name: 'Paste rows instead' }).click()
	await page.getByLabelText('Rows with their headings').fill('<table>')
	await page.getByRole('button', { name: 'Read these rows' }).click()
	await expect.element(page.getByText('This is a page of the web.')).toBeVisible()
	await page.getByRole('button', { name: 'Read the table in it' }).click()
	await page.getByRole('heading', { level: 1, name: /5,212/ }).findElement()
	expect(last(server)).toEqual({ format: 'html' })
})

test('a phone shows everything without scrolling sideways', async () => {
	await page.viewport(360, 740)
	await openRows(chosenAnalysis)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})
