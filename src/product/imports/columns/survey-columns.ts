import type { Table } from '#product/imports/table/open-table.ts'
import { createOrderDetector, parseDate } from '#product/imports/values/parse-date.ts'
import type { DateOrder, ImportTarget } from '#shared/import/import-api.ts'
import { targetOfHeading } from './headings.ts'
import { recogniseSource } from './known-sources.ts'

/** The facts that a look at all rows tells about one column. */
type ColumnSurvey = {
	sample: string
	filled: number
	length: number
	addresses: number
	stars: number
	dates: number
	order: ReturnType<typeof createOrderDetector>
}
export type Survey = { rows: number; columns: ColumnSurvey[] }

const sampledRows = 1000

/** Looks at every row of a file once. */
export async function surveyColumns(table: Table): Promise<Survey> {
	const columns: ColumnSurvey[] = []
	let rows = 0
	for await (const { cells, problem } of table.rows()) {
		rows++
		if (problem) continue
		// A row may have any number of cells behind the last heading.
		for (const [at, cell] of cells.slice(0, table.headings().length).entries()) {
			columns[at] ??= emptySurvey()
			if (cell !== '') note(columns[at], cell, rows <= sampledRows)
		}
	}
	return { rows, columns: table.headings().map((_, at) => columns[at] ?? emptySurvey()) }
}

function emptySurvey(): ColumnSurvey {
	return { sample: '', filled: 0, length: 0, addresses: 0, stars: 0, dates: 0, order: createOrderDetector() }
}

function note(column: ColumnSurvey, cell: string, isSampled: boolean): void {
	if (cell.length <= 40) column.order.note(cell)
	if (!isSampled || cell.trim() === '') return
	if (column.sample === '') column.sample = cell.slice(0, 200)
	column.filled++
	column.length += cell.length
	// Patterns take quadratic time on some long texts, which are neither.
	if (cell.length > 254) return
	if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim())) column.addresses++
	if (/^\s*(?:[1-5](?:[.,]0)?(?:\s*\/\s*5)?|[★⭐☆\s]+)\s*$/.test(cell)) column.stars++
	if (cell.length <= 40 && 'at' in parseDate(cell, 'dmy', Number.MAX_SAFE_INTEGER)) column.dates++
}

/** Guesses the target of each column: by the program that wrote the file, by its heading, else by its values. */
export function guessTargets(headings: readonly string[], { columns }: Survey): ImportTarget[] {
	const known = recogniseSource(headings)
	const targets = headings.map(
		(heading) => known?.targets.get(heading) ?? targetOfHeading(heading) ?? ('none' as ImportTarget),
	)
	if (known) return targets
	const share = (at: number, kind: 'addresses' | 'stars' | 'dates') =>
		(columns[at]?.[kind] ?? 0) / Math.max(1, columns[at]?.filled ?? 0)
	const place = (target: ImportTarget, fits: (at: number) => boolean) => {
		if (targets.includes(target)) return
		const at = targets.findIndex((known, index) => known === 'none' && (columns[index]?.filled ?? 0) > 0 && fits(index))
		if (at >= 0) targets[at] = target
	}
	place('email', (at) => share(at, 'addresses') > 0.8)
	place('submitted_at', (at) => share(at, 'dates') > 0.8 && share(at, 'stars') < 0.5)
	place('rating', (at) => share(at, 'stars') > 0.9)
	const mean = (at: number) => (columns[at]?.length ?? 0) / Math.max(1, columns[at]?.filled ?? 0)
	const longest = targets.reduce(
		(best, target, at) => (target === 'none' && mean(at) > mean(best) ? at : best),
		targets.indexOf('none'),
	)
	place('text', (at) => at === longest && mean(at) > 20)
	place('name', (at) => share(at, 'stars') < 0.5 && share(at, 'dates') < 0.5 && mean(at) < 60)
	return targets
}

/** The order of day and month in the column of the date. */
export function dateOrderOf(
	{ columns }: Survey,
	targets: readonly ImportTarget[],
	isEnglish: boolean,
): { order: DateOrder; isCertain: boolean } {
	return columns[targets.indexOf('submitted_at')]?.order.decide(isEnglish) ?? { order: 'dmy', isCertain: true }
}
