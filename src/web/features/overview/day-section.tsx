import { Table } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'
import { Segments } from '#web/ui/segments.tsx'
import { formatCountedDay } from './counted-day.ts'
import { DayChart } from './day-chart.tsx'
import { measureWords } from './measure-words.ts'
import { formMeasures, type Measure, type NumbersOf, type Series, wallMeasures } from './numbers.ts'

/** One measure by day as a chart, or all of them as a table. */
export function DaySection({ series, of }: { series: readonly Series[]; of: NumbersOf }) {
	const [chosen, setShown] = useState<Measure | 'table'>('sends')
	const choices = of.kind === 'wall' ? wallMeasures : formMeasures
	const shown = chosen === 'table' || choices.includes(chosen) ? chosen : (choices[0] ?? 'table')
	const charted = series.find(({ measure }) => measure === shown)
	return (
		<section className="overview-block" aria-labelledby="days-title">
			<div className="overview-top">
				<h2 className="ui-section-title" id="days-title">
					By day
				</h2>
				<Segments
					label="Shown by day"
					value={shown}
					onChange={setShown}
					options={[
						...choices.map((measure) => ({ value: measure, label: measureWords[measure].short })),
						{ value: 'table' as const, label: 'Table', icon: <Table size={16} aria-hidden="true" /> },
					]}
				/>
			</div>
			{charted ? <DayChart series={charted} /> : <NumbersTable series={series} />}
		</section>
	)
}

/** All numbers by day as a table, the newest day first. */
function NumbersTable({ series }: { series: readonly Series[] }) {
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
