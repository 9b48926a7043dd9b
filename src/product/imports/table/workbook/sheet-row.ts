import { type FileLimits, FileRefused, tooManyColumns } from '#product/imports/table/file-refused.ts'
import type { RawRow } from '#product/imports/table/table.ts'
import { csvLimits, workbookLimits } from '#shared/parser-limits.ts'

/** Collects the cells of the rows of a sheet, within its limits. */
export type RowCollector = {
	begin(): void
	/** @param at the place of the cell, from 0; empty ones are left out */
	add(at: number, text: string): void
	/** @param line the number of the row in its sheet */
	end(line: number): void
	/** Rows since they were taken. */
	count(): number
	/** The rows since the last call. */
	take(): RawRow[]
}

export function createRowCollector(limits: FileLimits): RowCollector {
	let cells: string[] = []
	let found: RawRow[] = []
	let size = 0
	let empty = 0
	return {
		begin() {
			cells = []
		},
		add(at, text) {
			if (text.trim() === '') return
			if (at >= limits.columns) throw tooManyColumns(at + 1, limits)
			while (cells.length < at) cells.push('')
			cells[at] = text
			size += text.length
			if (size > workbookLimits.characters)
				throw new FileRefused('The cells of this sheet hold too much text. Split it and import the parts.')
		},
		end(line) {
			if (cells.length > 0) found.push({ line, cells })
			else if (++empty > csvLimits.emptyRows) throw new FileRefused('This sheet has too many empty rows.')
		},
		count: () => found.length,
		take() {
			const rows = found
			found = []
			return rows
		},
	}
}
