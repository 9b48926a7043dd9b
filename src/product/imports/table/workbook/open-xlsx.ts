import type { FileLimits } from '#product/imports/table/file-refused.ts'
import type { ChosenReading, Table } from '#product/imports/table/table.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { openWorkbook } from './open-workbook.ts'
import { readXlsxBook } from './xlsx-book.ts'
import { readXlsxSheet } from './xlsx-sheet.ts'

/** Opens a workbook of Excel (ECMA-376). @throws FileRefused */
export async function openXlsx(zip: ZipParts, limits: FileLimits, choices: ChosenReading): Promise<Table> {
	const book = await readXlsxBook(zip)
	const sheets = book.sheets.map(({ name }) => name)
	const read = (at: number) => readXlsxSheet(zip, book, book.sheets[at]?.part ?? '', limits)
	return openWorkbook({ format: 'xlsx', sheets, read }, limits, choices)
}
