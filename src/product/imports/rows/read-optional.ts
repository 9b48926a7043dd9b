import { short } from '#product/imports/values/parse-stars.ts'
import type { OptionalValue } from '#product/imports/values/read-values.ts'
import { normalizeText } from '#product/testimonials/normalize-text.ts'
import type { ImportTarget } from '#shared/import/import-api.ts'
import type { TextReader } from './read-words.ts'
import type { CellReader } from './row-cells.ts'
import type { Notes } from './row-notes.ts'

/** Readers of what a testimonial can be without: a cell that does not fit is left out and noted. */
export function createOptionalReader(cellsOf: CellReader, textOf: TextReader) {
	function values<Value>(
		cells: readonly string[],
		target: ImportTarget,
		read: (text: string) => OptionalValue<Value>,
		notes: Notes,
	): Value[] {
		const found: Value[] = []
		for (const { heading, text } of cellsOf.read(cells, target)) {
			if (isNothing(text)) continue
			const result = read(text)
			if ('reason' in result) notes.leaveOut(heading, text, result.reason)
			else if (result.value !== null) found.push(result.value)
		}
		return found
	}

	function text(
		cells: readonly string[],
		target: ImportTarget,
		most: number,
		lines: boolean,
		notes: Notes,
	): string | null {
		for (const cell of cellsOf.read(cells, target)) {
			const found = normalizeText(textOf(cell, notes), { most, lines })
			if ('text' in found) {
				if (found.text !== '') return found.text
			} else
				notes.leaveOut(
					cell.heading,
					cell.text,
					found.problem === 'too_long'
						? `“${short(cell.text)}” is longer than ${most.toLocaleString('en')} characters.`
						: `“${short(cell.text)}” has characters that cannot be shown.`,
				)
		}
		return null
	}

	return {
		values,
		/** The first that fits. */
		value: <Value>(...args: Parameters<typeof values<Value>>): Value | null => values<Value>(...args)[0] ?? null,
		line: (cells: readonly string[], target: ImportTarget, most: number, notes: Notes) =>
			text(cells, target, most, false, notes),
		lines: (cells: readonly string[], target: ImportTarget, most: number, notes: Notes) =>
			text(cells, target, most, true, notes),
	}
}

/** Placeholders of exports for an empty cell. */
const isNothing = (text: string): boolean => /^\s*(?:-|–|—|n\/?a|null|none|nil|undefined)\s*$/i.test(text)
