import { ChartColumn, Table } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'
import { Segments } from '#web/ui/segments.tsx'
import { NumberChart } from './number-chart.tsx'
import type { Measure, Series } from './numbers.ts'
import { NumbersTable } from './numbers-table.tsx'
import './numbers.css'

/** Charts by day, or the same as a table. */
export function NumbersSection({ series, dayCount }: { series: readonly Series[]; dayCount: number }) {
	const [shown, setShown] = useState<'charts' | 'table'>('charts')
	return (
		<section aria-labelledby="numbers-title">
			<div className="overview-top">
				<h2 className="ui-section-title" id="numbers-title">
					Numbers by day
				</h2>
				<Segments
					label="Shown as"
					value={shown}
					onChange={setShown}
					options={[
						{ value: 'charts', label: 'Charts', icon: <ChartColumn size={16} aria-hidden="true" /> },
						{ value: 'table', label: 'Table', icon: <Table size={16} aria-hidden="true" /> },
					]}
				/>
			</div>
			{shown === 'table' ? (
				<NumbersTable series={series} />
			) : (
				<div className="overview-charts">
					{series.map((one) => (
						<NumberChart key={one.measure} series={one} beside={wordsBeside(one, series, dayCount)} />
					))}
				</div>
			)}
			<p className="ui-small ui-quiet overview-how">
				Days are those of UTC, the last one is not over. Every chart begins at 0 and has its own height. No cookies, no
				identities, bots left out; a wall that a browser still holds is not counted again.
			</p>
		</section>
	)
}

/** Starts and sends are compared with the step before them, everything else with the days before. */
function wordsBeside({ measure, before }: Series, series: readonly Series[], dayCount: number): string {
	const totalOf = (other: Measure) => formatNumber(series.find((one) => one.measure === other)?.total ?? 0)
	if (measure === 'starts') return `of ${totalOf('form_views')} views`
	if (measure === 'sends') return `of ${totalOf('starts')} starts`
	return `${formatNumber(before)} in the ${dayCount} days before`
}
