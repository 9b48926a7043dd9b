import { type FileLimits, FileRefused } from './file-refused.ts'
import { openTable } from './open-table.ts'
import type { ChosenReading, Table } from './table.ts'
import { openOds } from './workbook/open-ods.ts'
import { openXlsx } from './workbook/open-xlsx.ts'
import { openZipParts, type ZipParts } from './zip-parts.ts'

const reviews = /(^|\/)reviews?[^/]*\.json$/i
const table = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i
const markup = /\.(?:xml|ya?ml|html?)$/i
const workbook = /\.(?:xlsx|xls|ods)$/i
/** Files in a ZIP that name another kind of document. */
const documents: [RegExp, string][] = [
	[
		/^word\/document\.xml$/i,
		'This is a Word document. Copy its table into a spreadsheet, and save it as .xlsx or CSV.',
	],
	[/^ppt\/presentation\.xml$/i, 'This is a PowerPoint file, which has no rows.'],
	[/^xl\/workbook\.bin$/i, 'This is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV.'],
	[
		/(?:^|\/)Index\/[^/]*\.iwa$|(?:^|\/)Index\.zip$/i,
		'This is a file of Apple Numbers, Pages or Keynote. Export it as Excel (.xlsx) or CSV.',
	],
	[/^META-INF\/container\.xml$/i, 'This is an e-book, which has no rows.'],
]

/**
 * Opens a ZIP: a workbook, the reviews of a Google Takeout, which may be in several files, or the only table in it.
 * @throws FileRefused
 */
export async function openZip(file: number, limits: FileLimits, choices: ChosenReading): Promise<Table> {
	const zip = await openZipParts(file)
	const { names } = zip
	if (names.some((name) => /(^|\/)xl\/workbook\.xml$/i.test(name))) return openXlsx(zip, limits, choices)
	const document = documents.find(([pattern]) => names.some((name) => pattern.test(name)))
	if (document) throw new FileRefused(document[1])
	if (names.includes('mimetype')) return openOpenDocument(zip, limits, choices)
	const tables = findTables(names)
	if (tables.reduce((sum, name) => sum + zip.sizeOf(name), 0) > limits.bytes)
		throw new FileRefused(`What this ZIP holds is larger than ${Math.floor(limits.bytes / 1024 / 1024)} MB.`)
	return openTable(
		tables.map((name) => ({ read: () => zip.read(name) })),
		limits,
		choices,
	)
}

function findTables(names: readonly string[]): string[] {
	const found = names.filter((name) => reviews.test(name))
	if (found.length > 0) return found
	const tables = names.filter((name) => table.test(name))
	if (tables.length === 1) return tables
	if (tables.length > 1)
		throw new FileRefused(
			`This ZIP has several tables: ${listed(tables)}. It may be a whole backup: unpack it and import the one with the testimonials.`,
		)
	const others = names.filter((name) => markup.test(name))
	if (others.length === 1) return others
	const books = names.filter((name) => workbook.test(name))
	if (books.length > 0) throw new FileRefused(`This ZIP has ${listed(books)} in it. Unpack it and import that.`)
	throw new FileRefused('There are no reviews in this ZIP. A Google Takeout has them in reviews.json.')
}

function listed(names: readonly string[]): string {
	const shown = names.slice(0, 5).map((name) => name.slice(name.lastIndexOf('/') + 1).slice(0, 60))
	return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}

async function openOpenDocument(zip: ZipParts, limits: FileLimits, choices: ChosenReading): Promise<Table> {
	let type = ''
	for await (const chunk of zip.read('mimetype')) {
		type += Buffer.from(chunk).toString('latin1')
		if (type.length > 200) break
	}
	if (type.includes('opendocument.spreadsheet')) return openOds(zip, limits, choices)
	if (type.includes('epub')) throw new FileRefused('This is an e-book, which has no rows.')
	throw new FileRefused('This is an OpenDocument file that is no spreadsheet. Save its table as .ods or CSV.')
}
