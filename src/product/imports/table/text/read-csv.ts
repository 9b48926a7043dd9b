import papa from 'papaparse'
import { FileRefused } from '#product/imports/table/file-refused.ts'
import type { RawBatches, RawRow } from '#product/imports/table/table.ts'
import { csvLimits, tableLimits } from '#shared/parser-limits.ts'
import type { Separator } from './detect-delimiter.ts'

type ParserResult = { data: string[][]; errors: { code: string; row?: number }[]; meta: { cursor: number } }
// Papa's own streams use this class; its types leave it out.
const { Parser } = papa as unknown as {
	Parser: new (config: object) => { parse(text: string, base: number, ignoreLastRow: boolean): ParserResult }
}

/**
 * The rows of separated text as it arrives, without empty ones. A quotation mark that is never closed, or only in a later row, costs its
 * own line: reading goes on in the next one. The mark is looked for within the longest row.
 */
export async function* readCsv(text: AsyncIterable<string>, { delimiter, skip }: Separator): RawBatches {
	const parser = new Parser({ delimiter, newline: '\n', quoteChar: '"' })
	let rest = ''
	let toSkip = skip
	let line = skip > 0 ? 2 : 1
	let broken = 0
	let empty = 0
	let isInLine = false
	let isOver = false

	/** Yields the rows that can be read. @returns whether the rest begins with one that cannot */
	function* parse(isEnd: boolean): Generator<RawRow[], boolean> {
		const { data, errors, meta } = parser.parse(rest, 0, !isEnd)
		const bad = firstBroken(data, errors)
		const rows: RawRow[] = []
		for (const cells of bad === undefined ? data : data.slice(0, bad)) {
			if (cells.some((cell) => cell.trim() !== '')) rows.push(rowOf(line, cells))
			else if (++empty > csvLimits.emptyRows) throw tooManyEmptyRows()
			line += 1 + newlinesIn(cells)
		}
		if (rows.length > 0) yield rows
		rest = bad === undefined ? rest.slice(isEnd ? rest.length : meta.cursor) : afterRows(rest, data.slice(0, bad))
		return bad !== undefined || rest.length > tableLimits.rowLength
	}

	function* take(isEnd: boolean): Generator<RawRow[]> {
		while (rest !== '') {
			if (!isTangled(rest) && !(yield* parse(isEnd))) return
			const end = rest.indexOf('\n')
			yield [{ line, cells: [rest.slice(0, Math.min(1000, end < 0 ? 1000 : end))], problem: 'unclosed_quote' }]
			if (++broken > csvLimits.brokenRows) isOver = true
			isInLine = end < 0
			rest = end < 0 || isOver ? '' : rest.slice(end + 1)
			if (end >= 0) line += 1
		}
	}

	// A long row is looked at again only when it has doubled, so that it costs no more than twice its length.
	let next = 0
	for await (const piece of text) {
		let added = piece.slice(toSkip)
		toSkip = Math.max(0, toSkip - piece.length)
		if (isInLine) {
			// The rest of a line that was given up.
			const end = added.indexOf('\n')
			if (end < 0) continue
			added = added.slice(end + 1)
			isInLine = false
			line += 1
		}
		rest += added
		if (rest.length < Math.min(next, tableLimits.rowLength)) continue
		yield* take(false)
		if (isOver) return
		next = 2 * rest.length
	}
	yield* take(true)
}

function tooManyEmptyRows(): FileRefused {
	return new FileRefused(`The file has more than ${csvLimits.emptyRows.toLocaleString('en')} empty rows.`)
}

/** A row, of very many cells without the empty ones at its end, or refused. */
function rowOf(line: number, cells: string[]): RawRow {
	if (cells.length <= tableLimits.cellsOfRow) return { line, cells }
	const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
	if (used <= tableLimits.cellsOfRow) return { line, cells: cells.slice(0, used) }
	return { line, cells: cells.slice(0, tableLimits.cellsOfRow), problem: 'too_many_cells' }
}

/** A long row full of quotation marks, for each of which the parser would keep an error. */
function isTangled(text: string): boolean {
	if (text.length <= csvLimits.longRow) return false
	let count = 0
	for (let at = text.indexOf('"'); at >= 0 && count <= csvLimits.quotesOfLongRow; at = text.indexOf('"', at + 1))
		count++
	return count > csvLimits.quotesOfLongRow
}

/** The first row whose quotation mark is not closed, or is followed by other text and reaches over several lines. */
function firstBroken(data: readonly string[][], errors: ParserResult['errors']): number | undefined {
	for (const { code, row = 0 } of errors) {
		const cells = data[row]
		if (cells && (code === 'MissingQuotes' || (code === 'InvalidQuotes' && newlinesIn(cells) > 0))) return row
	}
	return undefined
}

function newlinesIn(cells: readonly string[]): number {
	let count = 0
	for (const cell of cells) for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++
	return count
}

/** The text behind rows that were read, found by their number of lines. */
function afterRows(text: string, rows: readonly string[][]): string {
	let lines = rows.reduce((sum, cells) => sum + 1 + newlinesIn(cells), 0)
	let at = 0
	for (; lines > 0; lines--) at = text.indexOf('\n', at) + 1
	return text.slice(at)
}
