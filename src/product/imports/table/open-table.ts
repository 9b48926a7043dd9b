import { isHeading } from '#product/imports/columns/headings.ts'
import type { ImportAnalysis } from '#shared/import/import-api.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import { type FileLimits, FileRefused } from './file-refused.ts'
import { detectDelimiter, type RawRow, readCsv, readSample, tidyHeading } from './read-csv.ts'
import { createJsonColumns, type JsonColumns, readJson } from './read-json.ts'
import { sourceOf, type TableSource } from './table-source.ts'

/** A row with its number, from 1, without the headings. */
export type TableRow = RawRow & { row: number }

/** A file of rows, which may be read any number of times. */
export type Table = {
	format: 'csv' | 'json'
	encoding: ImportAnalysis['encoding']
	delimiter: string | null
	/** The headings; of JSON, those that the rows read so far name. */
	headings: () => string[]
	rows(): AsyncGenerator<TableRow>
}

/**
 * Opens a CSV or JSON file.
 * @param sources one file, or several of which each has a list in JSON
 * @throws FileRefused
 */
export async function openTable(sources: readonly TableSource[], limits: FileLimits): Promise<Table> {
	const [first = sourceOf(Buffer.alloc(0))] = sources
	const encoding = await detectEncoding(first)
	const texts = sources.map((source) => () => decodeText(source.read(), encoding))
	const text = () => decodeText(first.read(), encoding)
	const sample = await readSample(text())
	if (sources.length > 1) return openJson(texts, encoding.name, limits)
	if (sample.trim() === '') throw new FileRefused('The file is empty.')
	if (sample.includes('\0')) throw new FileRefused('This is neither a CSV or JSON file nor a ZIP with one.')
	return /^\s*[[{]/.test(sample) && !/^\s*\[[^\]\n]*\][,;\t]/.test(sample)
		? openJson(texts, encoding.name, limits)
		: openCsv(text, sample, encoding.name, limits)
}

function openJson(
	texts: readonly (() => AsyncGenerator<string>)[],
	encoding: Table['encoding'],
	limits: FileLimits,
): Table {
	const columns = createJsonColumns(limits.columns)
	return {
		format: 'json',
		encoding,
		delimiter: null,
		headings: () => columns.headings,
		rows: () => numbered(readLists(texts, columns), limits),
	}
}

/** The rows of all files. Of several, one that is no JSON has none. */
async function* readLists(texts: readonly (() => AsyncGenerator<string>)[], columns: JsonColumns) {
	for (const text of texts)
		if (texts.length === 1 || /^\s*[[{]/.test(await readSample(text()))) yield* readJson(text(), columns)
}

async function openCsv(
	text: () => AsyncGenerator<string>,
	sample: string,
	encoding: Table['encoding'],
	limits: FileLimits,
): Promise<Table> {
	const separator = detectDelimiter(sample)
	const first: RawRow | undefined = (await readCsv(text(), separator).next()).value
	const width = first?.cells.length ?? 0
	if (width > limits.columns) throw new FileRefused(`The file has ${width} columns. The limit is ${limits.columns}.`)
	const hasHeadings = first !== undefined && !first.problem && isHeading(first.cells)
	const headings = (first?.cells ?? []).map((cell, at) => (hasHeadings && tidyHeading(cell)) || `Column ${at + 1}`)
	return {
		format: 'csv',
		encoding,
		delimiter: separator.delimiter,
		headings: () => headings,
		rows: () => numbered(skip(readCsv(text(), separator), hasHeadings ? 1 : 0), limits),
	}
}

async function* skip(rows: AsyncGenerator<RawRow>, count: number): AsyncGenerator<RawRow> {
	let left = count
	for await (const row of rows) if (--left < 0) yield row
}

async function* numbered(rows: AsyncGenerator<RawRow>, { rows: most }: FileLimits): AsyncGenerator<TableRow> {
	let number = 0
	for await (const row of rows) {
		if (++number > most)
			throw new FileRefused(`The file has more than ${most.toLocaleString('en')} rows. Split it and import the parts.`)
		yield { ...row, row: number }
	}
}
