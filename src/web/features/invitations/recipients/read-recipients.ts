import papa from 'papaparse'
import { randomUuid } from '#shared/random-uuid.ts'
import { parseAddressList } from './parse-address-list.ts'
import type { Column, RecipientField, RecipientList } from './recipient-list.ts'

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

/** Headings that other programs write, in the five languages, without case, accents and punctuation. */
const headings: Record<RecipientField, RegExp> = {
	email:
		/^(e ?mail|mail|email address|e ?mail address|mail address|e ?mail adresse|mailadresse|adresse e ?mail|courriel|adresse mail|adresse electronique|correo|correo electronico|direccion de correo|البريد|البريد الالكتروني|بريد)( \d+| 1 value)?$/,
	name: /^(name|full name|your name|first name|last name|given name|family name|forename|surname|customer|customer name|client|client name|contact|contact name|recipient|kunde|kundin|kundenname|vorname|nachname|vollstandiger name|nom|prenom|nom complet|nombre|apellido|apellidos|nombre completo|cliente|الاسم|الاسم الكامل|اسم العميل|العميل)$/,
	company:
		/^(company|company name|organi[sz]ation|business|employer|firm|shop|firma|unternehmen|organisation|societe|entreprise|empresa|compania|organizacion|الشركة|المؤسسة)$/,
	note: /^(note|notes|comment|bought|purchase|product|order|item|service|booking|course|notiz|bemerkung|gekauft|produkt|bestellung|remarque|achat|produit|commande|nota|compra|producto|pedido|ملاحظة|المنتج|الطلب)$/,
}

/** A table without its row of headings, and the field of each column. */
type MatchedTable = { header: string[] | null; columns: Column[]; rows: string[][] }

/**
 * Recognises a row of headings and assigns each column to a field: by its heading, else by what it holds. The first
 * column of text without a known heading is the name.
 */
function matchColumns(table: readonly string[][]): MatchedTable {
	const [first = [], ...rest] = table
	const hasHeader = isHeader(first, rest)
	const rows = hasHeader ? rest : [...table]
	const width = rows.reduce((most, cells) => Math.max(most, cells.length), first.length)
	const header = hasHeader ? Array.from({ length: width }, (_, at) => (first[at] ?? '').trim()) : null
	const columns = Array.from({ length: width }, (_, at): Column => (header ? fieldOfHeading(header[at] ?? '') : 'none'))
	placeAddress(columns, rows)
	if (!columns.includes('name')) {
		const at = columns.findIndex((column, index) => column === 'none' && holdsWords(rows, index))
		if (at >= 0) columns[at] = 'name'
	}
	return { header, columns, rows }
}

/** The first row has no address while a later one has, or it has a heading that is known. */
function isHeader(first: readonly string[], rest: readonly string[][]): boolean {
	if (first.some((cell) => cell.includes('@'))) return false
	return (
		first.some((cell) => fieldOfHeading(cell) === 'email') ||
		rest.some((cells) => cells.some((cell) => cell.includes('@')))
	)
}

function fieldOfHeading(heading: string): Column {
	const plain = heading
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
	const found = (Object.keys(headings) as RecipientField[]).find((field) => headings[field].test(plain))
	return found ?? 'none'
}

/** One column of addresses remains: the one that holds most of them. */
function placeAddress(columns: Column[], rows: readonly string[][]): void {
	const counts = columns.map((_, at) => rows.reduce((sum, cells) => sum + (cells[at]?.includes('@') ? 1 : 0), 0))
	const named = columns.flatMap((column, at) => (column === 'email' ? [at] : []))
	const candidates = named.some((at) => (counts[at] ?? 0) > 0) ? named : [...columns.keys()]
	const most = Math.max(0, ...candidates.map((at) => counts[at] ?? 0))
	const best = most > 0 ? candidates.find((at) => counts[at] === most) : named[0]
	for (const at of named) columns[at] = 'none'
	if (best !== undefined) columns[best] = 'email'
}

function holdsWords(rows: readonly string[][], at: number): boolean {
	return rows.some((cells) => /\p{L}/u.test(cells[at] ?? ''))
}
