import { randomUuid } from '#shared/random-uuid.ts'
import { decodeFile } from './decode-file.ts'
import { matchColumns } from './match-columns.ts'
import { parseAddressList } from './parse-address-list.ts'
import { parseTable } from './parse-table.ts'
import type { RecipientList } from './recipient-list.ts'

/** A list that was read; `trouble` is a sentence about rows that may be read wrongly. */
export type ReadList = { list: RecipientList; trouble?: string }

/** Reads pasted text: cells of a spreadsheet, rows of a CSV file, or addresses as mail programs write them. */
export function readPasted(text: string): ReadList {
	if (text.includes('\t')) return readTable(text, { origin: 'pasted' }, '\t')
	if (isTable(text)) return readTable(text, { origin: 'pasted' })
	const rows = parseAddressList(text)
	return { list: { ...newList('pasted'), header: null, columns: ['name', 'email'], rows } }
}

/** Reads a file of separated values, in whatever encoding it has. */
export function readFile(fileName: string, bytes: Uint8Array): ReadList {
	return readTable(decodeFile(bytes).text, { origin: 'file', fileName })
}

type Origin = Pick<RecipientList, 'origin' | 'fileName'>

function readTable(text: string, { origin, fileName }: Origin, separator?: string): ReadList {
	const { rows, unclosedQuote } = parseTable(text, separator)
	const list = { ...newList(origin), ...(fileName ? { fileName } : {}), ...matchColumns(rows) }
	if (unclosedQuote === undefined) return { list }
	return {
		list,
		trouble: `A quotation mark in row ${unclosedQuote} is never closed, so everything after it was read as one cell. Mend it and add the list again.`,
	}
}

function newList(origin: RecipientList['origin']): Pick<RecipientList, 'id' | 'origin'> {
	return { id: randomUuid(), origin }
}

/** Each row has a separator and at most one address; rows like `Name <address>` are no table. */
function isTable(text: string): boolean {
	if (text.includes('<')) return false
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
	const isRow = (line: string) => /[,;|]/.test(line) && line.split('@').length <= 2
	return lines.length > 0 && lines.every(isRow)
}
