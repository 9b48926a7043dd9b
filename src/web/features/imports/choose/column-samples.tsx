import type { ImportColumn } from '#shared/import/import-api.ts'
import { formatNumber } from '#web/lib/format/format.ts'

/** At most three values of a column; with their counts when there are few different ones and they repeat. */
export function ColumnSamples({ column: { samples, values, filled } }: { column: ImportColumn }) {
	const counted = values && values.length < filled && values.some(({ rows }) => rows > 1) ? values.slice(0, 3) : null
	if (!counted && samples.length === 0) return <p className="import-samples ui-small ui-quiet">Empty in every row</p>
	return (
		<ul className="import-samples">
			{counted
				? counted.map(({ value, rows }) => (
						<li key={value}>
							<bdi>{value}</bdi>, in {formatNumber(rows)}
						</li>
					))
				: samples.slice(0, 3).map((sample) => (
						<li key={sample} dir="auto">
							{sample}
						</li>
					))}
			{counted && values && values.length > 3 ? <li>and {formatNumber(values.length - 3)} more</li> : null}
		</ul>
	)
}
