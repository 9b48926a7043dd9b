import { isFamilyName } from '#product/imports/columns/headings.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import type { RowRules } from './row-types.ts'

/** A filled cell, with the heading of its column. */
export type Cell = { heading: string; text: string }

const spreadsheetGuard = /^'(?=[=+\-@\t\r])/

const none: readonly Cell[] = []

/** Returns a reader of the filled cells of a target. An empty cell of MySQL (`\N`) counts as empty. */
export function createCellReader({ headings, mapping }: Pick<RowRules, 'headings' | 'mapping'>) {
	const columns = new Map<ImportTarget, number[]>()
	for (const [at, target] of mapping.columns.entries()) columns.set(target, [...(columns.get(target) ?? []), at])
	// A family name follows a given name, whatever the order of the columns.
	const isLast = (at: number) => Number(isFamilyName(headings[at] ?? ''))
	columns.get('name')?.sort((a, b) => isLast(a) - isLast(b) || a - b)
	function read(cells: readonly string[], target: ImportTarget): readonly Cell[] {
		const places = columns.get(target)
		if (!places) return none
		const found: Cell[] = []
		for (const at of places) {
			const text = cells[at] ?? ''
			if (text !== '' && text !== '\\N' && text.trim() !== '') found.push({ heading: headings[at] ?? '', text })
		}
		return found
	}
	return {
		read,
		headingOf: (target: ImportTarget): string | null => headings[columns.get(target)?.[0] ?? -1] ?? null,
		has: (target: ImportTarget): boolean => columns.has(target),
	}
}
export type CellReader = ReturnType<typeof createCellReader>

/** Takes the quotation mark off that a program put before a formula, so that no spreadsheet runs it. */
export const withoutGuard = (text: string): string => text.replace(spreadsheetGuard, '')
