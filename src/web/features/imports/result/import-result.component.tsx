import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportRow } from '#shared/rows.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerImports, sampleImport, sampleImportRow } from '#test/support/components/import-answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

beforeEach(() => page.viewport(1280, 900))

const rows = [
	sampleImportRow,
	{
		...sampleImportRow,
		row: 5,
		outcome: 'duplicate',
		problem: 'here',
		reason: 'It is here since 3 May 2025.',
		testimonial_id: sampleImport.id,
	} as const,
	{
		...sampleImportRow,
		row: 88,
		outcome: 'left_out',
		problem: 'erased',
		reason: 'This names somebody who was erased here.',
		cells: null,
	} as const,
]

async function openImport(change: Partial<ImportRow> = {}, role: 'owner' | 'viewer' = 'owner') {
	answerImports([{ ...sampleImport, ...change }], rows)
	await openScreen(`space/import?import=${sampleImport.id}`, role)
	await page.getByRole('heading', { level: 1, name: /Judge\.me|CSV/ }).findElement()
}

test('an import can be read later: what came in, what was changed and chosen, and the file', async () => {
	await openImport()
	await expect.element(page.getByRole('heading', { name: '5,007 testimonials came from Judge.me' })).toBeVisible()
	await expect.element(page.getByText(/by Maren Holloway, in 21 seconds/)).toBeVisible()
	await expect.element(page.getByText('12 approved; 17 deleted since')).toBeVisible()
	await expect.element(page.getByRole('row', { name: /^Half stars 37 .* Up$/ })).toBeVisible()
	await expect
		.element(page.getByRole('row', { name: /^HTML in the words 308 .* Plain text, as proposed$/ }))
		.toBeVisible()
	await expect.element(page.getByText(/^“They agreed”, stated by Maren Holloway on 22 Nov 2026/)).toBeVisible()
	await expect
		.element(page.getByText('Judge.me, CSV file, UTF-8 but for 2 rows, comma, headings in row 1'))
		.toBeVisible()
	await expect.element(page.getByText(/^sha256 9f2c 41d0/)).toBeVisible()
	await expect.element(page.getByText(/cf_which_glaze as tags/)).toBeVisible()
	await expectAccessible()
})

test('rows that stayed out stand in groups, which open into rows to mend or compare', async () => {
	await openImport()
	await expect.element(page.getByText('205 rows stayed out')).toBeVisible()
	await page.getByRole('button', { name: 'See without a name' }).click()
	const table = page.getByRole('table', { name: 'Without a name' })
	await expect.element(table.getByText('Lovely bowl. I use it daily.')).toBeVisible()
	await table.getByRole('button', { name: 'Mend row 14' }).click()
	await expect.element(page.getByRole('dialog', { name: 'Row 14' }).getByLabelText('reviewer_name')).toBeVisible()
	await page.getByRole('button', { name: 'Close', exact: true }).click()
	await page.getByRole('button', { name: 'See here before' }).click()
	await expect.element(page.getByRole('link', { name: 'Compare row 5' })).toBeVisible()
	await expect.element(page.getByText('Closed')).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'See people who were erased here' })).not.toBeInTheDocument()
})

test('pictures that did not come are tried again', async () => {
	await openImport()
	answer({ 'POST /rest/v1/rpc/retry_import_pictures': () => undefined })
	await page.getByRole('button', { name: 'Try the 9 again' }).click()
	await expect.poll(() => sentRequests('POST /rest/v1/rpc/retry_import_pictures').length).toBe(1)
	const [request] = sentRequests('POST /rest/v1/rpc/retry_import_pictures')
	expect(await request?.clone().json()).toEqual({ import_id: sampleImport.id })
})

test('an import of an earlier version has no summary, and is shown all the same', async () => {
	await openImport({ source: 'csv', summary: null })
	await expect.element(page.getByRole('heading', { name: '5,007 testimonials came from CSV' })).toBeVisible()
	await expect.element(page.getByText('What was changed, and what was chosen')).not.toBeInTheDocument()
	await expect.element(page.getByText('judgeme-reviews-2026-11-22.csv, 15 columns, 5,212 rows')).toBeVisible()
})

test('an import that was undone stays as a page and offers no undo', async () => {
	await openImport({ state: 'undone', removed: 5007, undone_at: '2026-11-23T09:00:00Z' })
	await expect.element(page.getByText('This import is undone: 5,007 testimonials deleted.')).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Undo this import' })).not.toBeInTheDocument()
})

test('the undo ends with its day', async () => {
	await openImport({ undo_until: '2026-11-23T09:00:00Z' })
	await expect.element(page.getByText(/^Undo ended on 23 Nov 2026/)).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Undo this import' })).not.toBeInTheDocument()
})

test('a viewer reads the page and changes nothing', async () => {
	await openImport({}, 'viewer')
	await expect.element(page.getByText('205 rows stayed out')).toBeVisible()
	await expect.element(page.getByRole('button', { name: /Undo|Try the 9/ })).not.toBeInTheDocument()
})

test('a running import shows its progress', async () => {
	await openImport({ state: 'running', done: 2000, finished_at: null, added: 1900 })
	await expect.element(page.getByRole('progressbar', { name: /^Importing/ })).toBeVisible()
	await expect.element(page.getByText(/2,000 of 5,212 rows/)).toBeVisible()
})

test('a phone shows the page without scrolling sideways', async () => {
	await page.viewport(360, 740)
	await openImport()
	await expect.element(page.getByText('205 rows stayed out')).toBeVisible()
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})
