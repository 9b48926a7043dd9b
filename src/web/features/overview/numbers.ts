import type { DailyNumbers } from '#shared/result-rows.ts'

/** The counts, in the order of the table. */
export const measures = ['form_views', 'starts', 'sends', 'approved', 'wall_views', 'embed_views'] as const
export type Measure = (typeof measures)[number]

/** A form, a wall, or everything of the space. */
export type NumbersOf = { kind: 'all' } | { kind: 'form' | 'wall'; id: string }

/** One measure over the chosen days, the last of which is today. */
export type Series = { measure: Measure; days: { day: string; count: number }[]; total: number; before: number }

const dayMilliseconds = 86_400_000
const toDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** The last `count` days in UTC, which is how the server counts, up to the one of `now`. */
export const lastDays = (count: number, now = Date.now()): string[] =>
	Array.from({ length: count }, (_, at) => toDay(now - (count - 1 - at) * dayMilliseconds))

/** The steps from a view to a wall. */
export const formMeasures: readonly Measure[] = ['form_views', 'starts', 'sends', 'approved']
export const wallMeasures: readonly Measure[] = ['wall_views', 'embed_views']

/** The measures that a choice has: a form has no wall views. */
export const measuresOf = ({ kind }: NumbersOf): readonly Measure[] =>
	kind === 'all' ? measures : kind === 'form' ? formMeasures : wallMeasures

const isOf = (row: DailyNumbers, of: NumbersOf): boolean =>
	of.kind === 'all' || (of.kind === 'form' ? row.form_id : row.wall_id) === of.id

/**
 * Sums rows to one series for each measure.
 * @param days the chosen days; rows of earlier days count as the time before
 */
export function toSeries(rows: readonly DailyNumbers[], days: readonly string[], of: NumbersOf): Series[] {
	const chosen = rows.filter((row) => isOf(row, of))
	const first = days[0] ?? ''
	return measuresOf(of).map((measure) => {
		const counts = new Map(days.map((day) => [day, 0]))
		let before = 0
		for (const row of chosen) {
			const known = counts.get(row.day)
			if (known !== undefined) counts.set(row.day, known + row[measure])
			else if (row.day < first) before += row[measure]
		}
		const byDay = [...counts].map(([day, count]) => ({ day, count }))
		return { measure, days: byDay, total: byDay.reduce((sum, { count }) => sum + count, 0), before }
	})
}

/** The sum of a measure over the chosen days; 0 for one that the choice does not have. */
export const totalOf = (series: readonly Series[], measure: Measure): number =>
	series.find((one) => one.measure === measure)?.total ?? 0

/** The number of forms through which testimonials came in these days. */
export const formsWithSends = (rows: readonly DailyNumbers[], days: readonly string[]): number =>
	new Set(rows.filter((row) => row.sends > 0 && days.includes(row.day)).map((row) => row.form_id)).size

/**
 * A part of a whole from 0 to 1. Null without a whole, and where the part is larger because it also counts what began on
 * earlier days.
 */
export const shareOf = (part: number, whole: number): number | null =>
	whole > 0 && part <= whole ? part / whole : null
