import { Table } from 'lucide-react'
import { useState } from 'react'
import { Segments } from '#web/ui/segments.tsx'
import { DayChart } from './day-chart.tsx'
import { measureWords } from './measure-words.ts'
import { formMeasures, type Measure, type NumbersOf, type Series, wallMeasures } from './numbers.ts'
import { NumbersTable } from './numbers-table.tsx'

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
