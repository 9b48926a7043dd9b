import type { FileLimits } from '#product/imports/table/file-refused.ts'
import { openSheet } from '#product/imports/table/open-sheet.ts'
import type { ChosenReading, Table } from '#product/imports/table/table.ts'
import { withBadRows } from './bad-rows.ts'
import { hasNullCells, hasSpacedQuotes, unescapeQuotes, withoutSpaces } from './csv-dialect.ts'
import type { TextEncoding } from './decode-text.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { readCsv } from './read-csv.ts'

/** Opens separated text. */
export function openCsv(
	text: () => AsyncGenerator<string>,
	sample: string,
	encoding: TextEncoding,
	limits: FileLimits,
	choices: ChosenReading,
): Promise<Table> {
	const isEscaped = encoding.escapesQuotes || hasNullCells(sample)
	const isSpaced = hasSpacedQuotes(sample)
	const separator = detectDelimiter(sample, choices.delimiter)
	const read = () => {
		const plain = isEscaped ? unescapeQuotes(text()) : text()
		return readCsv(isSpaced ? withoutSpaces(plain, separator.delimiter) : plain, separator)
	}
	return openSheet({
		file: {
			format: 'csv',
			encoding: encoding.name,
			delimiter: separator.delimiter as Table['file']['delimiter'],
			sheets: [],
			sheet: null,
		},
		read: withBadRows(read, encoding),
		limits,
		headingRow: choices.heading_row,
		// A wider row of CSV has a separator within its words.
		isGrowing: false,
	})
}
