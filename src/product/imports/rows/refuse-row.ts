import type { TableRow } from '#product/imports/table/table.ts'
import { short } from '#product/imports/values/parse-stars.ts'
import { Refusal } from '#product/imports/values/read-values.ts'
import { countCodePoints, normalizeText } from '#product/testimonials/normalize-text.ts'
import type { RowRules } from './row-types.ts'

/** @throws Refusal for a row that is none */
export function refuseUnreadable(
	{ problem, line, cells }: TableRow,
	{ headings, maxCellLength }: Pick<RowRules, 'headings' | 'maxCellLength'>,
): void {
	if (problem === 'unclosed_quote')
		throw new Refusal(
			problem,
			null,
			`A quotation mark in line ${line} is never closed, or stands in the middle of a cell.`,
		)
	if (problem === 'too_many_cells')
		throw new Refusal(problem, null, `This row has more than ${cells.length.toLocaleString('en')} cells.`)
	if (problem) throw new Refusal(problem, null, 'This is not an object with fields.')
	const large = cells.findIndex((cell) => cell.length > maxCellLength)
	if (large >= 0)
		throw new Refusal(
			'cell_too_large',
			headings[large] ?? null,
			`This cell has ${cells[large]?.length.toLocaleString('en')} characters.`,
		)
	if (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell.trim() !== ''))
		throw new Refusal(
			'too_many_cells',
			null,
			`This row has ${cells.length} cells, and the headings are ${headings.length}.`,
		)
}

/** The words or the name of a row, normalized; empty when there are none. @throws Refusal */
export function requireText(typed: string, most: number, shown: string, heading: string | null, lines = false): string {
	const found = normalizeText(typed, { most, lines })
	if ('text' in found) return found.text
	if (found.problem === 'too_long') {
		const length = countCodePoints(typed).toLocaleString('en')
		throw new Refusal('too_long', heading, `${shown}: ${length} characters. The limit is ${most.toLocaleString('en')}.`)
	}
	throw new Refusal('control', heading, `${shown}: it has characters that cannot be shown.`)
}

/** One line of text, or undefined for one that is too long or has control characters. */
export function readLine(typed: string, most: number): string | undefined {
	const found = normalizeText(typed, { most })
	return 'text' in found ? found.text : undefined
}

export function missing(what: string, heading: string | null): string {
	return heading === null
		? `No ${what}: no column is chosen for it.`
		: `No ${what}. Column “${short(heading)}” is empty.`
}
