import papa from 'papaparse'
import type { SortedRow } from './sort-rows.ts'

/** The rows that are not added, with the headings of the file and the reason: to be mended in a spreadsheet and imported again. */
export async function writeOthers(headings: readonly string[], rows: AsyncIterable<SortedRow>): Promise<string> {
	const lines: string[][] = [[...headings, 'Row', 'Why it was left out']]
	for await (const sorted of rows) {
		if (sorted.outcome === 'new') continue
		const { row, reason } = sorted.outcome === 'refused' ? sorted.refused : sorted.duplicate
		lines.push([...headings.map((_, at) => sorted.cells[at] ?? ''), String(row), reason])
	}
	// A spreadsheet would run a cell that begins like a formula.
	return `\ufeff${papa.unparse(lines, { escapeFormulae: true, newline: '\r\n' })}\r\n`
}
