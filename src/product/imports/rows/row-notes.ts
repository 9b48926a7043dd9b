import type { ImportChangeKind, LeftOutCell } from '#shared/import/import-api.ts'

/** One change between a cell and what is stored, in full: a summary shortens what it keeps. */
export type RowNote = { kind: ImportChangeKind; heading: string | null; before: string; after: string }

/** The changes of one row, and the cells that were left out of it. */
export type RowNotes = { notes: RowNote[]; leftOut: LeftOutCell[] }

const shownLength = 200

/** Collects the changes of the row with this number. */
export function createNotes(row: number) {
	const found: RowNotes = { notes: [], leftOut: [] }
	return {
		found,
		add(kind: ImportChangeKind, heading: string | null, before: string, after: string): void {
			found.notes.push({ kind, heading, before, after })
		},
		leaveOut(heading: string, value: string, reason: string): void {
			found.leftOut.push({ row, heading, value, reason })
			found.notes.push({ kind: 'cell_left_out', heading, before: value, after: '' })
		},
	}
}
export type Notes = ReturnType<typeof createNotes>

/** A text as a preview and a stored summary can hold it: short, without characters that PostgreSQL refuses. */
export function shown(text: string): string {
	const part = text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text
	return part.toWellFormed().replaceAll('\0', '\ufffd')
}
