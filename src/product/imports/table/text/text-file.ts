import type { TableFile } from '#product/imports/table/table.ts'
import type { TextEncoding } from './decode-text.ts'

/** The facts about a text whose cells are not separated by a character. */
export function textFile(format: TableFile['format'], { name }: TextEncoding): Omit<TableFile, 'heading_row'> {
	return { format, encoding: name, delimiter: null, sheets: [], sheet: null }
}
