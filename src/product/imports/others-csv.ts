import papa from 'papaparse'
import type { SortedRow, SortedRows } from './sort-rows.ts'

/** The rows that are not added, with the headings of the file and the reason: to be mended in a spreadsheet and imported again. */
export async function writeOthers(headings: readonly string[], { batches, settle }: SortedRows): Promise<string> {
	const lines: (string[] | undefined)[] = [[...headings, 'Row', 'Why it was left out']]
	const answers = new Map<number, { at: number; cells: string[] }>()
	const write = (cells: string[], row: number, reason: string) => [
		...headings.map((_, at) => cells[at] ?? ''),
		String(row),
		reason,
	]
	const add = (sorted: SortedRow) => {
		const { outcome, cells } = sorted
		if (outcome === 'new') return
		if (outcome === 'reply') {
			answers.set(sorted.answer.row, { at: lines.length, cells })
			lines.push(undefined)
			return
		}
		const { row, reason } = outcome === 'duplicate' ? sorted.duplicate : sorted.out
		lines.push(write(cells, row, reason))
	}
	for await (const batch of batches) for (const sorted of batch) add(sorted)
	for (const settled of settle()) {
		const answer = answers.get(settled.row)
		if (answer && settled.to === null) lines[answer.at] = write(answer.cells, settled.row, settled.reason)
	}
	const given = lines.filter((line) => line !== undefined)
	// A spreadsheet would run a cell that begins like a formula.
	return `\ufeff${papa.unparse(given, { escapeFormulae: true, newline: '\r\n' })}\r\n`
}
