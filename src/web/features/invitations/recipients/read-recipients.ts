import papa from 'papaparse'
import { randomUuid } from '#shared/random-uuid.ts'
import { fieldOfHeading, matchColumns } from './match-columns.ts'
import { parseAddressList } from './parse-address-list.ts'
import { holdsVcards, parseVcards } from './parse-vcards.ts'
import type { RecipientList } from './recipient-list.ts'

/** A list that was read; `trouble` is a sentence about rows that may be read wrongly. */
export type ReadList = { list: RecipientList; trouble?: string }

/** Reads pasted text: cells of a spreadsheet, rows of a CSV file, vCards, or addresses as mail programs write them. */
export function readPasted(text: string): ReadList {
	if (holdsVcards(text)) return readVcards(text, { origin: 'pasted' })
	if (text.includes('\t')) return readTable(text, { origin: 'pasted' }, '\t')
	if (isTable(text)) return readTable(text, { origin: 'pasted' })
	return readAddresses(text, { origin: 'pasted' })
}

/** Reads a file of separated values, of vCards or of addresses, in whatever encoding it has. */
export function readFile(fileName: string, bytes: Uint8Array): ReadList {
	const origin: Origin = { origin: 'file', fileName }
	const { text } = decodeFile(bytes)
	const trouble = nameOther(bytes, text)
	if (trouble) return { list: { ...newList(origin), header: null, columns: [], rows: [] }, trouble }
	if (holdsVcards(text)) return readVcards(text, origin)
	return isAddressList(text) ? readAddresses(text, origin) : readTable(text, origin)
}

type Origin = Pick<RecipientList, 'origin' | 'fileName'>

function readAddresses(text: string, origin: Origin): ReadList {
	const rows: string[][] = parseAddressList(text)
	const isHeading = rows.length > 1 && fieldOfHeading(rows[0]?.[1] ?? '') === 'email'
	return {
		list: { ...newList(origin), header: null, columns: ['name', 'email'], rows: isHeading ? rows.slice(1) : rows },
	}
}

/** Contacts without an address are counted and left out: most people of an address book have only a number. */
function readVcards(text: string, origin: Origin): ReadList {
	const contacts = parseVcards(text)
	const rows = contacts
		.filter(({ emails }) => emails.length > 0)
		.map(({ name, emails, company }) => [name, emails.join(' ::: '), company])
	const withoutAddress = contacts.length - rows.length
	const columns: RecipientList['columns'] = ['name', 'email', 'company']
	const list = { ...newList(origin), header: ['Name', 'E-mail', 'Organisation'], columns, rows }
	return { list: withoutAddress > 0 ? { ...list, withoutAddress } : list }
}

/** Names a file that is no text with rows, by its content. */
function nameOther(bytes: Uint8Array, text: string): string | undefined {
	const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3
	const isOldWorkbook = bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11
	if (isZip || isOldWorkbook)
		return 'This is a workbook or another packed file. Save it as CSV in your spreadsheet program, or copy its rows and paste them.'
	if (/^\s*<(!doctype|html|table|\?xml)/i.test(text.slice(0, 1000)))
		return 'This is a page or XML, not a table. Open it in your spreadsheet program and save it as CSV.'
	return undefined
}

/** Most lines hold an address in brackets, as mail programs write them, and none is a row of headings. */
function isAddressList(text: string): boolean {
	const lines = text.split(/\r\n|\r|\n/, 1000).filter((line) => line.trim() !== '')
	const bracketed = lines.filter((line) => /<[^<>@]*@[^<>]*>/.test(line))
	return (
		lines[0]?.includes('@') === true &&
		bracketed.length > lines.length / 2 &&
		!lines.some((line) => line.includes('\t'))
	)
}

function readTable(text: string, origin: Origin, separator?: string): ReadList {
	const { rows, unclosedQuote } = parseTable(text, separator)
	const list = { ...newList(origin), ...matchColumns(rows) }
	if (unclosedQuote === undefined) return { list }
	return {
		list,
		trouble: `A quotation mark in row ${unclosedQuote} is never closed, so everything after it was read as one cell. Mend it and add the list again.`,
	}
}

function newList(origin: Origin): Pick<RecipientList, 'id' | 'origin' | 'fileName'> {
	return { id: randomUuid(), ...origin }
}

/** Each row has a separator and at most one address; rows like `Name <address>` are no table. */
function isTable(text: string): boolean {
	if (text.includes('<')) return false
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
	const isRow = (line: string) => /[,;|]/.test(line) && line.split('@').length <= 2
	return lines.length > 0 && lines.every(isRow)
}

/** The text of a file, and the encoding in which it was. */
type DecodedFile = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Latin-1' }

/**
 * Decodes the bytes of a text file. A byte order mark decides; without one, zero bytes tell UTF-16, and bytes that are
 * not valid UTF-8 are Latin-1 as Windows writes it.
 */
function decodeFile(bytes: Uint8Array): DecodedFile {
	const utf16 = utf16Label(bytes)
	if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' }
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
	} catch {
		return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Latin-1' }
	}
}

/** Latin letters in UTF-16 have a zero byte at every second place; the half that has them tells the byte order. */
function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'utf-16le'
	if (first === 0xfe && second === 0xff) return 'utf-16be'
	const zeros = [0, 0]
	const sample = bytes.subarray(0, 2000)
	for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	if (even + odd < sample.length / 8) return undefined
	return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Rows and cells of a table; `unclosedQuote` is the row, from 1, whose quotation mark is never closed. */
type ParsedTable = { rows: string[][]; unclosedQuote?: number }

/**
 * Reads comma, semicolon, tab or bar separated rows with quotes. The separator is detected unless it is given, or
 * named by the line `sep=` that Excel writes. Empty rows are left out.
 */
function parseTable(text: string, separator?: string): ParsedTable {
	const named = /^sep=(.)\r?\n/.exec(text)
	const { data, errors } = papa.parse<string[]>(named ? text.slice(named[0].length) : text, {
		delimiter: separator ?? named?.[1] ?? '',
		delimitersToGuess: [',', ';', '\t', '|'],
		skipEmptyLines: 'greedy',
	})
	const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
	return { rows: data, ...(unclosed ? { unclosedQuote: (unclosed.row ?? 0) + 1 } : {}) }
}
