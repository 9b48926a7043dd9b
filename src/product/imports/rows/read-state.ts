import type { ImportState } from '#product/imports/values/import-state.ts'
import { short } from '#product/imports/values/parse-stars.ts'
import { readState } from '#product/imports/values/read-state.ts'
import { Refusal } from '#product/imports/values/read-values.ts'
import { rememberReadings } from '#product/imports/values/remember-readings.ts'
import type { CellReader } from './row-cells.ts'
import type { Notes } from './row-notes.ts'
import type { ImportedRow, RowRules } from './row-types.ts'

type StoredState = { status: ImportedRow['status']; spam: boolean }

/** The states of several columns of one row, of which the first in this order decides. */
const byWeight: (ImportState | undefined)[] = ['spam_comment', 'spam', 'hidden', 'pending', undefined, 'approved']

/** Reads the state of a row in its source. A word that is none counts as no state. @throws Refusal for rows that stay out by it */
export function createStateReader({ mapping, known }: Pick<RowRules, 'mapping' | 'known'>, cellsOf: CellReader) {
	const usual = mapping.status === 'approved' ? 'approved' : 'pending'
	const stateIn = rememberReadings((text) => ({ state: readState(text, known?.states) }))
	return (cells: readonly string[], notes: Notes): StoredState => {
		const [decisive] = cellsOf
			.read(cells, 'status')
			.map((cell) => ({ ...cell, ...stateIn(cell.text) }))
			.sort((one, other) => byWeight.indexOf(one.state) - byWeight.indexOf(other.state))
		if (!decisive) return { status: usual, spam: false }
		const { heading, text, state } = decisive
		switch (state) {
			case 'spam':
				notes.add('spam', heading, text, 'lands in Spam')
				return { status: 'pending', spam: true }
			case 'spam_comment':
				throw new Refusal('spam_comment', heading, 'It was spam there, or deleted.', 'left_out')
			case 'hidden':
				// An export of ours comes back as it was.
				if (known?.id === 'plaudit' && mapping.status === 'file')
					return { status: text.trim() === 'rejected' ? 'rejected' : 'archived', spam: false }
				if (mapping.unwanted === 'leave_out')
					throw new Refusal('unwanted', heading, `It was not shown there: “${short(text)}”.`, 'left_out')
				notes.add('unwanted', heading, text, 'archived')
				return { status: 'archived', spam: false }
			case undefined:
				notes.leaveOut(heading, text, `“${short(text)}” is not a known state.`)
				notes.add('unknown_state', heading, text, usual)
				return { status: usual, spam: false }
			default:
				return { status: mapping.status === 'file' ? state : usual, spam: false }
		}
	}
}
