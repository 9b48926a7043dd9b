import { isNoDate, parseDate } from '#product/imports/values/parse-date.ts'
import { short } from '#product/imports/values/parse-stars.ts'
import { Refusal } from '#product/imports/values/read-values.ts'
import type { DateOrder } from '#shared/import/import-api.ts'
import type { Cell, CellReader } from './row-cells.ts'
import type { Notes } from './row-notes.ts'
import type { RowRules } from './row-types.ts'

/** Numbers of which the first two could be a day and a month in either order. */
const twoOrders = /^\s*'?(\d{1,2})[./-](\d{1,2})[./-]\d/

/** Reads the dates of a row by the choices of order and zone. */
export function createTimeReader({ mapping, now }: Pick<RowRules, 'mapping' | 'now'>) {
	const { date_order: order, time_zone: zone, stand_in_date: standIn } = mapping
	const other: DateOrder = order === 'mdy' ? 'dmy' : 'mdy'

	function read(
		{ heading, text }: Cell,
		notes: Notes,
	): string | { reason: string; problem: 'bad_date' | 'future_date' } {
		const parsed = parseDate(text, { order, zone, now })
		if ('problem' in parsed) {
			const reason = `“${short(text)}” ${parsed.problem === 'bad_date' ? 'is not a date' : 'lies in the future'}.`
			return { reason, problem: parsed.problem }
		}
		const at = parsed.at.toISOString()
		if (!parsed.isDay && !parsed.hasZone) notes.add('zone', heading, text, at)
		const [, a, b] = twoOrders.exec(text) ?? []
		if (order !== 'ymd' && a !== b) {
			const swapped = parseDate(text, { order: other, zone, now: Number.MAX_SAFE_INTEGER })
			if ('at' in swapped && swapped.at.getTime() !== parsed.at.getTime()) notes.add('day_order', heading, text, at)
		}
		return at
	}

	return {
		/** The date of a reply: one that cannot be read is left out. */
		optional(cell: Cell, notes: Notes): string | null {
			if (isNoDate(cell.text)) return null
			const found = read(cell, notes)
			if (typeof found === 'string') return found
			notes.leaveOut(cell.heading, cell.text, found.reason)
			return null
		},
		/** The date of a testimonial; null is the moment of the import. @throws Refusal */
		required(cellsOf: CellReader, cells: readonly string[], notes: Notes): string | null {
			const cell = cellsOf.read(cells, 'submitted_at').find(({ text }) => !isNoDate(text))
			const found = cell && read(cell, notes)
			if (typeof found === 'string') return found
			const heading = cellsOf.headingOf('submitted_at')
			if (standIn !== null) {
				// Noon in UTC is the same day nearly everywhere; the day of today may be in the future then.
				const at = new Date(Math.min(Date.parse(`${standIn}T12:00:00Z`), now)).toISOString()
				notes.add('stand_in_date', heading, cell?.text ?? '', at)
				return at
			}
			if (found) throw new Refusal(found.problem, cell?.heading ?? heading, found.reason)
			notes.add('no_date', heading, '', 'the moment of the import')
			return null
		},
	}
}
