import { FileRefused } from '#product/imports/table/file-refused.ts'
import { csvLimits, markupLimits, tableLimits } from '#shared/parser-limits.ts'
import { type MarkupHandler, parseMarkup } from './parse-markup.ts'

/** A row of one of the tables of a page, which are numbered in the order in which they begin. */
export type HtmlRow = { table: number; cells: string[]; row: number }

type OpenTable = {
	number: number
	rows: number
	cells: string[] | undefined
	cell: { text: string; width: number; height: number } | undefined
	/** Rows that a cell above still covers, by column. */
	covered: number[]
}

const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'blockquote', 'h1', 'h2', 'h3', 'h4'])
const silent = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

/** The rows of all tables of a page as it arrives, without empty ones. @throws FileRefused */
export async function* readHtmlRows(text: AsyncIterable<string>): AsyncGenerator<HtmlRow> {
	let found: HtmlRow[] = []
	const handler = createTableHandler((row) => found.push(row))
	for await (const _ of parseMarkup(text, 'html', handler)) {
		yield* found
		found = []
	}
}

function createTableHandler(emit: (row: HtmlRow) => void): MarkupHandler {
	const open: OpenTable[] = []
	let tables = 0
	let skipped = 0
	let empty = 0
	const endCell = (table: OpenTable) => {
		const { cells, cell } = table
		table.cell = undefined
		if (!cells || !cell) return
		skipCovered(table, cells)
		cells.push(tidyCell(cell.text))
		for (let more = 1; more < cell.width; more++) cells.push('')
		for (let at = cells.length - cell.width; at < cells.length; at++) table.covered[at] = cell.height
		if (cells.length > tableLimits.cellsOfRow) throw new FileRefused('A row of this table has too many cells.')
	}
	const endRow = (table: OpenTable) => {
		endCell(table)
		const { cells } = table
		table.cells = undefined
		if (!cells) return
		table.rows++
		table.covered = table.covered.map((rows) => Math.max(0, rows - 1))
		while (cells.length > 0 && cells.at(-1) === '') cells.pop()
		if (cells.length > 0) emit({ table: table.number, cells, row: table.rows })
		else if (++empty > csvLimits.emptyRows) throw new FileRefused('This table has too many empty rows.')
	}
	return {
		open(name, attributes) {
			if (silent.has(name)) skipped++
			const table = open.at(-1)
			if (name === 'table') open.push({ number: tables++, rows: 0, cells: undefined, cell: undefined, covered: [] })
			else if (!table) return
			else if (name === 'tr') {
				endRow(table)
				table.cells = []
			} else if (name === 'td' || name === 'th') {
				endCell(table)
				table.cells ??= []
				table.cell = { text: '', width: span(attributes.colspan), height: span(attributes.rowspan) }
			} else if (table.cell && (name === 'br' || blocks.has(name))) table.cell.text += '\n'
		},
		close(name) {
			if (silent.has(name)) skipped--
			const table = open.at(-1)
			if (!table) return
			if (name === 'td' || name === 'th') endCell(table)
			else if (name === 'tr') endRow(table)
			else if (name === 'table') {
				endRow(table)
				open.pop()
			} else if (table.cell && blocks.has(name)) table.cell.text += '\n'
		},
		text(text) {
			const cell = open.at(-1)?.cell
			if (!cell || skipped > 0) return
			cell.text += text.replace(/[ \t\r\n\f]+/g, ' ')
			if (cell.text.length > tableLimits.rowLength) throw new FileRefused('A cell of this table is too long.')
		},
	}
}

function skipCovered({ covered }: OpenTable, cells: string[]): void {
	while ((covered[cells.length] ?? 0) > 0) cells.push('')
}

function span(text: string | undefined): number {
	const count = Number(text ?? 1)
	return Number.isInteger(count) && count >= 1 ? Math.min(count, markupLimits.span) : 1
}

/** The lines of a cell without spaces around them, and at most one empty line between two. */
function tidyCell(text: string): string {
	const lines = text.split('\n').map((line) => line.replaceAll('\u00a0', ' ').trim())
	return lines
		.filter((line, at) => line !== '' || lines[at - 1] !== '')
		.join('\n')
		.trim()
}
