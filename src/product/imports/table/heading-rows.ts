import { isHeading } from '#product/imports/columns/headings.ts'
import type { RawRow } from './table.ts'
import { tidyHeading } from './tidy-heading.ts'

/** Rows above the headings, as a title and the day of the export are. */
const mostRowsAbove = 20
/** Headings below those of a question, which say no more than that it was answered. */
const answerHeading = /^(?:open-ended )?(?:response|antwort|réponse|respuesta|risposta|resposta)$|^offene antwort$/i
const importId = /^\s*\{"ImportId":/

/** The place of the headings among the first rows. `rows` counts those that hold none of the data. */
export type FoundHeadings = { at: number | undefined; rows: number; headings: string[] }

/**
 * Finds the headings in the first rows of a sheet. They are the first row, or the first below a title that is as wide as the rows below it and
 * looks like headings.
 * @param chosen the line of the headings, 0 for none
 */
export function findHeadings(sample: readonly RawRow[], chosen?: number | null): FoundHeadings {
	if (chosen === 0) return { at: undefined, rows: 0, headings: [] }
	const at = chosen ? rowOfLine(sample, chosen) : guessRow(sample)
	const row = at === undefined ? undefined : sample[at]
	if (at === undefined || !row) return { at: undefined, rows: 0, headings: [] }
	const below = sample[at + 1]
	if (below && hasImportIds(sample[at + 2])) return { at, rows: at + 3, headings: below.cells.map(tidyHeading) }
	const isDouble = below !== undefined && isSecondRow(row, below, sample.slice(at + 2))
	const headings = isDouble ? joinHeadings(row.cells, below.cells) : row.cells
	return { at, rows: at + (isDouble ? 2 : 1), headings: headings.map(tidyHeading) }
}

/** Qualtrics writes the numbers of its questions, the questions, and ids in a third row. */
function hasImportIds(row: RawRow | undefined): boolean {
	const cells = row?.cells.filter(isFilled) ?? []
	return cells.length > 1 && cells.every((cell) => importId.test(cell))
}

/** The row that begins in a line, or the next one below it. */
function rowOfLine(sample: readonly RawRow[], line: number): number | undefined {
	const at = sample.findIndex((row, index) => (row.line ?? index + 1) >= line)
	return at < 0 ? undefined : at
}

function guessRow(sample: readonly RawRow[]): number | undefined {
	const first = sample[0]
	if (!first || first.problem) return undefined
	const counts = sample.map(({ cells }) => cells.filter(isFilled).length)
	const usual = usualCount(counts)
	const known = knownHeadings(first)
	const below = sample.slice(1, mostRowsAbove).filter((row) => !row.problem && isHeading(row.cells))
	const countOf = (row: RawRow) => counts[sample.indexOf(row)] ?? 0
	// A few rows of data may stand below many facts.
	const named = below.find(
		(row) =>
			knownHeadings(row) > Math.max(1, known) &&
			counts.slice(0, sample.indexOf(row)).every((above) => above < countOf(row)),
	)
	if (named) return sample.indexOf(named)
	const firstCount = counts[0] ?? 0
	const wide = below.find((row) => countOf(row) >= usual)
	const isTitle = firstCount <= usual / 2 && known < 2
	if (wide && firstCount < usual && (isTitle || knownHeadings(wide) > known)) return sample.indexOf(wide)
	return isHeading(first.cells) ? 0 : undefined
}

/** Cells that are the usual headings of something: with an address beside it, no other cell passes. */
function knownHeadings(row: RawRow | undefined): number {
	return row?.cells.filter((cell) => isFilled(cell) && isHeading([cell, 'a@example.org'])).length ?? 0
}

/** A second row of headings leaves open the columns that need none, which the rows of data fill. */
function isSecondRow(row: RawRow, below: RawRow, data: readonly RawRow[]): boolean {
	if (below.problem || data.length === 0) return false
	const filled = below.cells.map(isFilled)
	const names = below.cells.filter(isFilled)
	if (filled[0] || names.length === 0 || !isHeading(names)) return false
	if (
		!below.cells.some(
			(cell, at) => isFilled(cell) && (answerHeading.test(cell.trim()) || !isFilled(row.cells[at] ?? '')),
		)
	)
		return false
	return data.filter(({ cells }) => isFilled(cells[0] ?? '')).length > data.length / 2
}

/** The headings of two rows: a question, or what is asked below it. */
function joinHeadings(above: readonly string[], below: readonly string[]): string[] {
	return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
		const question = above[at]?.trim() ?? ''
		const part = below[at]?.trim() ?? ''
		if (part === '' || (question !== '' && answerHeading.test(part))) return question
		return question === '' || isHeading([part, 'a@example.org']) ? part : `${question}: ${part}`
	})
}

const isFilled = (cell: string) => cell.trim() !== ''

/** The filled cells of a row that a quarter of the rows has at least. */
function usualCount(counts: readonly number[]): number {
	return [...counts].sort((a, b) => a - b)[Math.floor((counts.length - 1) * 0.75)] ?? 0
}
