import type { ImportChanges } from '#product/imports/queries.ts'
import type { SortedRow } from '#product/imports/sort-rows.ts'
import type { ImportChange, ImportChangeKind, ImportSummary } from '#shared/import/import-api.ts'
import { shown } from './row-notes.ts'

/** Cells of a summary; all of them are counted. */
const keptCells = 100
/** Half of the bytes that imports.summary may have. */
const mostBytes = 128 * 1024

/** Counts the changes of rows by kind, with the first example of each. */
export function createSummary() {
	const changes = new Map<ImportChangeKind, ImportChange>()
	const leftOutCells: ImportSummary['left_out_cells'] = []

	function count(kind: ImportChangeKind, row: number, heading: string | null, before: string, after: string): void {
		const known = changes.get(kind)
		if (known) known.rows++
		else
			changes.set(kind, {
				kind,
				rows: 1,
				row,
				heading: heading && shown(heading),
				before: shown(before),
				after: shown(after),
			})
	}

	return {
		/** @param isAdded true for the rows of an import that were added before it was interrupted */
		add(sorted: SortedRow, isAdded = false): void {
			if (sorted.outcome === 'duplicate') {
				const { row, reason } = sorted.duplicate
				if (!isAdded) {
					count('duplicate', row, null, sorted.imported.body, reason)
					return
				}
			}
			if (sorted.outcome === 'left_out') {
				const { row, problem, heading, body, reason } = sorted.out
				if (problem === 'erased') count('erased', row, null, '', reason)
				else if (problem === 'unwanted' || problem === 'spam_comment') count('unwanted', row, heading, body, reason)
			}
			if (sorted.outcome === 'refused' || sorted.outcome === 'left_out') return
			const row = sorted.outcome === 'reply' ? sorted.answer.row : sorted.imported.row
			for (const [at, { kind, heading, before, after }] of sorted.notes.entries())
				if (sorted.notes.findIndex((note) => note.kind === kind) === at) count(kind, row, heading, before, after)
			if (sorted.outcome === 'reply') count('reply', row, null, sorted.answer.body, 'below the row that it answers')
			else if (sorted.imported.reply)
				count('reply', row, null, sorted.imported.reply.body, `below the words of ${sorted.imported.name}`)
			for (const cell of sorted.leftOut)
				if (leftOutCells.length < keptCells)
					leftOutCells.push({
						row: cell.row,
						heading: shown(cell.heading),
						value: shown(cell.value),
						reason: shown(cell.reason),
					})
		},
		/** Most frequent first. */
		end(): ImportChanges {
			const found = [...changes.values()].sort((a, b) => b.rows - a.rows)
			// Headings and cells of control characters take many bytes as JSON.
			for (let most = keptCells; ; most = Math.floor(most / 2)) {
				const facts = { changes: found, left_out_cells: leftOutCells.slice(0, most) }
				if (most === 0 || Buffer.byteLength(JSON.stringify(facts)) <= mostBytes) return facts
			}
		},
	}
}
