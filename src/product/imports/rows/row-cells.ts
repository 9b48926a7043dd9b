import { isFamilyName } from '#product/imports/columns/headings.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import type { RowRules } from './row-types.ts'

/** A filled cell, with the heading of its column. */
export type Cell = { heading: string; text: string }

const spreadsheetGuard = /^'(?=[=+\-@\t\r])/

/** Returns a reader of the filled cells of a target. An empty cell of MySQL (`\N`) counts as empty. */
export function createCellReader({ headings, mapping }: Pick<RowRules, 'headings' | 'mapping'>) {
	const columns = new Map<ImportTarget, number[]>()
	for (const [at, target] of mapping.columns.entries()) columns.set(target, [...(columns.get(target) ?? []), at])
	// A family name follows a given name, whatever the order of the columns.
	const isLast = (at: number) => Number(isFamilyName(headings[at] ?? ''))
	columns.get('name')?.sort((a, b) => isLast(a) - isLast(b) || a - b)
	const read = (cells: readonly string[], target: ImportTarget): Cell[] =>
		(columns.get(target) ?? []).flatMap((at) => {
			const text = cells[at] ?? ''
			const trimmed = text.trim()
			return trimmed === '' || trimmed === '\\N' ? [] : [{ heading: headings[at] ?? '', text }]
		})
	return {
		read,
		headingOf: (target: ImportTarget): string | null => headings[columns.get(target)?.[0] ?? -1] ?? null,
		has: (target: ImportTarget): boolean => columns.has(target),
	}
}
export type CellReader = ReturnType<typeof createCellReader>

/** Takes the quotation mark off that a program put before a formula, so that no spreadsheet runs it. */
export const withoutGuard = (text: string): string => text.replace(spreadsheetGuard, '')
