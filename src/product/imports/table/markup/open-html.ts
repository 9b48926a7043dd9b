import { batchRows } from '#product/imports/table/batch-rows.ts'
import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import { openSheet } from '#product/imports/table/open-sheet.ts'
import type { ChosenReading, RawRow, Table } from '#product/imports/table/table.ts'
import { withBadRows } from '#product/imports/table/text/bad-rows.ts'
import type { TextEncoding } from '#product/imports/table/text/decode-text.ts'
import { textFile } from '#product/imports/table/text/text-file.ts'
import { markupLimits } from '#shared/parser-limits.ts'
import { readHtmlRows } from './html-rows.ts'

/** Signs that a program wrote a table for a spreadsheet, and no page of a site. */
const spreadsheet = /urn:schemas-microsoft-com:office|progid[^>]{0,40}excel|<th[\s>]/i

/**
 * Opens the largest table of an HTML file, as programs save it with the name `.xls`. A page that does not say that it is a spreadsheet is read
 * only when a member chooses so.
 */
export async function openHtml(
	text: () => AsyncGenerator<string>,
	sample: string,
	encoding: TextEncoding,
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const table = await largestTable(text(), limits)
	if (table === undefined)
		throw new FileRefused('This is a web page (HTML) without a table. Export a spreadsheet or CSV instead.')
	if (choices.format !== 'html' && !spreadsheet.test(sample))
		throw new FileRefused(
			'This is a web page (HTML) with a table, not a spreadsheet. Save it as .xlsx or CSV, or choose that its table is read.',
			{ format: 'html' },
		)
	async function* read(): AsyncGenerator<RawRow> {
		for await (const row of readHtmlRows(text())) if (row.table === table) yield { line: row.row, cells: row.cells }
	}
	return openSheet({
		file: textFile('html', encoding),
		read: withBadRows(() => batchRows(read()), encoding),
		limits,
		headingRow: choices.heading_row,
		isGrowing: true,
	})
}

/** The table with most filled cells; one that lays out a page has few beside the table in it. */
async function largestTable(text: AsyncGenerator<string>, { rows }: FileLimits): Promise<number | undefined> {
	const sizes = new Map<number, number>()
	for await (const { table, row, cells } of readHtmlRows(text)) {
		if (row > rows + markupLimits.rowsAbove || table > markupLimits.tables)
			throw new FileRefused('This page has too many tables or rows.')
		if (cells.length > 1) sizes.set(table, (sizes.get(table) ?? 0) + cells.filter((cell) => cell !== '').length)
	}
	const [first, ...others] = sizes
	return first && others.reduce((best, one) => (one[1] > best[1] ? one : best), first)[0]
}
