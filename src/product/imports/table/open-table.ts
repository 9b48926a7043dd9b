import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { isHeading } from '#product/imports/columns/headings.ts'
import type { ImportAnalysis } from '#shared/import-api.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import { type FileLimits, FileRefused } from './file-refused.ts'
import { detectDelimiter, type RawRow, readCsv, readSample, tidyHeading } from './read-csv.ts'
import { createJsonColumns, readJson } from './read-json.ts'
import { unpackZip } from './read-zip.ts'

/** A row with its number, from 1, without the headings. */
export type TableRow = RawRow & { row: number }

/** A file of rows, which may be read any number of times. */
export type Table = {
	format: 'csv' | 'json'
	encoding: ImportAnalysis['encoding']
	delimiter: string | null
	/** Of JSON, those that the rows read so far name. */
	headings: () => string[]
	rows(): AsyncGenerator<TableRow>
}

/**
 * Opens a CSV or JSON file, or a ZIP with one, for work.
 * @throws FileRefused
 */
export async function withTable<T>(path: string, limits: FileLimits, work: (table: Table) => Promise<T>): Promise<T> {
	if (!(await isZip(path))) return work(await openTable(path, limits))
	const unpacked = `${path}.unpacked`
	try {
		await unpackZip(path, unpacked, limits.bytes)
		return await work(await openTable(unpacked, limits))
	} finally {
		await rm(unpacked, { force: true })
	}
}

async function isZip(path: string): Promise<boolean> {
	const file = await open(path)
	try {
		const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
		return buffer.readUInt32BE() === 0x504b0304
	} finally {
		await file.close()
	}
}

async function openTable(path: string, limits: FileLimits): Promise<Table> {
	const encoding = await detectEncoding(path)
	const text = () => decodeText(createReadStream(path), encoding)
	const sample = await readSample(text())
	if (sample.trim() === '') throw new FileRefused('The file is empty.')
	if (sample.includes('\0')) throw new FileRefused('This is neither a CSV or JSON file nor a ZIP with one.')
	return /^\s*[[{]/.test(sample) && !/^\s*\[[^\]\n]*\][,;\t]/.test(sample)
		? openJson(text, encoding.name, limits)
		: openCsv(text, sample, encoding.name, limits)
}

function openJson(text: () => AsyncGenerator<string>, encoding: Table['encoding'], limits: FileLimits): Table {
	const columns = createJsonColumns(limits.columns)
	return {
		format: 'json',
		encoding,
		delimiter: null,
		headings: () => columns.headings,
		rows: () => numbered(readJson(text(), columns), limits),
	}
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
