import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import { openSheet } from '#product/imports/table/open-sheet.ts'
import type { ChosenReading, RawBatches, Table } from '#product/imports/table/table.ts'

type Workbook = {
	format: 'xlsx' | 'ods'
	sheets: readonly string[]
	/** The rows of a sheet, by its place. */
	read(at: number): RawBatches
}

/** Opens the chosen sheet of a workbook, else the first that is not empty. @throws FileRefused */
export async function openWorkbook(
	{ format, sheets, read }: Workbook,
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const at = choices.sheet ? sheets.indexOf(choices.sheet) : await firstFilled(sheets, read)
	if (at < 0) throw new FileRefused(`This workbook has no sheet "${(choices.sheet ?? '').slice(0, 100)}".`)
	const name = sheets[at]
	if (name === undefined) throw new FileRefused('The workbook is empty.')
	return openSheet({
		file: { format, encoding: null, delimiter: null, sheets: [...sheets], sheet: name },
		read: () => read(at),
		limits,
		headingRow: choices.heading_row,
		isGrowing: true,
	})
}

async function firstFilled(sheets: readonly string[], read: Workbook['read']): Promise<number> {
	for (const at of sheets.keys()) for await (const _ of read(at)) return at
	throw new FileRefused('The workbook is empty.')
}
