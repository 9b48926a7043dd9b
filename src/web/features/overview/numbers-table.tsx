import { formatNumber } from '#web/lib/format/format.ts'
import { formatCountedDay } from './counted-day.ts'
import { measureWords } from './measure-words.ts'
import type { Series } from './numbers.ts'

/** All numbers by day as a table, the newest day first. */
export function NumbersTable({ series }: { series: readonly Series[] }) {
	const days = series[0]?.days ?? []
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
		<section className="overview-table" aria-label="Numbers by day, table" tabIndex={0}>
			<table>
				<thead>
					<tr>
						<th scope="col">Day</th>
						{series.map(({ measure }) => (
							<th key={measure} scope="col">
								{measureWords[measure].title}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{days.toReversed().map(({ day }, at) => (
						<tr key={day}>
							<th scope="row">{at === 0 ? 'Today, so far' : formatCountedDay(day)}</th>
							{series.map(({ measure, days: counts }) => (
								<td key={measure}>{formatNumber(counts[days.length - 1 - at]?.count ?? 0)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</section>
	)
}
