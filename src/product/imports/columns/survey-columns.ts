import type { Table, TableRow } from '#product/imports/table/table.ts'
import { createOrderDetector } from '#product/imports/values/parse-date.ts'
import type { DateOrder, ImportTarget } from '#shared/import/import-api.ts'
import { type CellKind, kindsOf } from './cell-kinds.ts'

/** The facts about one column. */
export type ColumnSurvey = {
	/** Up to three different values, shortened. */
	samples: string[]
	/** Rows in which it is filled. */
	filled: number
	/** Its values with their rows where they are at most twelve different ones, most frequent first. */
	values: { value: string; rows: number }[] | null
	/** Cells that were looked at closely; the counters below are of these. */
	looked: number
	kinds: Partial<Record<CellKind, number>>
	/** Characters and words of them. */
	length: number
	words: number
	/** Different ones among them. */
	distinct: number
	/** Steps by one from a whole number to the next. */
	steps: number
	order: ReturnType<typeof createOrderDetector>
}
/** The facts about a file, from one look at every row. */
export type Survey = {
	rows: number
	/** Rows with bytes that the encoding does not have. */
	badRows: { count: number; first: number[] }
	columns: ColumnSurvey[]
}

/** The first cells of a column are looked at closely, fewer in wide tables, then one of many. */
const lookedFirst = { cells: 20_000, least: 100, most: 500 }
const lookedEach = 256
const mostValues = 12
const longestValue = 200
const firstBadRows = 5

type Counter = ColumnSurvey & {
	counts: Map<string, number> | null
	seen: Set<string>
	last: number
	lookedFirst: number
}

/** Looks at every row of a table once. */
export async function surveyColumns(table: Pick<Table, 'batches' | 'headings'>): Promise<Survey> {
	const columns: Counter[] = []
	const badRows: Survey['badRows'] = { count: 0, first: [] }
	let rows = 0
	const add = ({ cells, row, problem, hasBadBytes }: TableRow) => {
		rows++
		if (hasBadBytes && ++badRows.count <= firstBadRows) badRows.first.push(row)
		// A row with more cells than headings is refused, and its values stand below the wrong ones.
		const most = table.headings().length
		if (problem || (cells.length > most && cells.slice(most).some((cell) => cell.trim() !== ''))) return
		const width = Math.min(cells.length, most)
		for (let at = 0; at < width; at++) {
			columns[at] ??= emptyCounter(width)
			note(columns[at] as Counter, cells[at] ?? '')
		}
	}
	for await (const batch of table.batches()) for (const row of batch) add(row)
	return { rows, badRows, columns: table.headings().map((_, at) => surveyOf(columns[at] ?? emptyCounter(1))) }
}

function emptyCounter(width: number): Counter {
	const { cells, least, most } = lookedFirst
	const first = Math.min(most, Math.max(least, Math.floor(cells / width)))
	const counters = { looked: 0, kinds: {}, length: 0, words: 0, distinct: 0, steps: 0, order: createOrderDetector() }
	return {
		samples: [],
		filled: 0,
		values: null,
		...counters,
		counts: new Map(),
		seen: new Set(),
		last: Number.NaN,
		lookedFirst: first,
	}
}

function surveyOf({ counts, seen, last: _last, lookedFirst: _first, ...column }: Counter): ColumnSurvey {
	const values = counts && [...counts].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows)
	return { ...column, values, distinct: seen.size }
}

/** Cells that stand for nothing, as databases and people write it. */
const empty = /^(?:\\N|null|-|–|—|n\/a|none|\[\]|\{\}|0000-00-00.*)$/i

/** A date with a day after the 12th, which tells the order wherever it is in the file. */
const tellsOrder = /^\D{0,12}(?:(?:1[3-9]|2\d|3[01])[./-]\d{1,2}|\d{1,2}[./-](?:1[3-9]|2\d|3[01]))(?!\d)/

function note(column: Counter, raw: string): void {
	if (raw === '') return
	const cell = raw.trim()
	if (cell === '') return
	column.filled++
	const isLooked = column.filled <= column.lookedFirst || column.filled % lookedEach === 0
	if (cell.length <= 40 && (isLooked ? /\d[./-]\d/ : tellsOrder).test(cell)) column.order.note(cell)
	if (column.counts) countValue(column, cell)
	if (column.samples.length < 3 && isLooked) addSample(column, cell)
	if (isLooked && !empty.test(cell)) look(column, cell)
}

function countValue(column: Counter, cell: string): void {
	const { counts } = column
	if (cell.length <= longestValue) counts?.set(cell, (counts.get(cell) ?? 0) + 1)
	if (cell.length > longestValue || (counts?.size ?? 0) > mostValues) column.counts = null
}

function addSample({ samples }: Counter, cell: string): void {
	const sample = cell.length > longestValue ? `${cell.slice(0, longestValue - 1).toWellFormed()}…` : cell
	if (!samples.includes(sample)) samples.push(sample)
}

function look(column: Counter, cell: string): void {
	column.looked++
	column.length += cell.length
	column.words += cell.length > 1000 ? 100 : cell.split(/\s+/).length
	column.seen.add(cell.slice(0, longestValue))
	const number = Number(cell)
	if (number - column.last === 1) column.steps++
	column.last = number
	for (const kind of kindsOf(cell)) column.kinds[kind] = (column.kinds[kind] ?? 0) + 1
}

/** The order of day and month in the column of the date. */
export function dateOrderOf(
	{ columns }: Survey,
	targets: readonly ImportTarget[],
	isEnglish: boolean,
): { order: DateOrder; isCertain: boolean } {
	return columns[targets.indexOf('submitted_at')]?.order.decide(isEnglish) ?? { order: 'dmy', isCertain: true }
}
