import { ChevronRight, CircleHelp } from 'lucide-react'
import { type ImportAnalysis, type ImportMapping, type ImportTarget, importTargets } from '#shared/import/import-api.ts'
import { describeSource, targetLabels } from '#web/features/imports/import-words.ts'
import { Notice } from '#web/ui/notices/notice.tsx'

/** The recognised source, and the target of each column. */
export function ColumnMap({
	analysis,
	mapping,
	onChange,
}: {
	analysis: ImportAnalysis
	mapping: ImportMapping
	onChange: (part: Partial<ImportMapping>) => void
}) {
	const [name, advice] = describeSource(analysis)
	const change = (at: number, target: ImportTarget) => onChange({ columns: mapping.columns.with(at, target) })
	return (
		<>
			<Notice icon={<CircleHelp size={16} aria-hidden="true" />}>
				<p>
					<strong>{name}</strong> {advice}
				</p>
			</Notice>
			<section className="import-part" aria-labelledby="import-columns">
				<h2 className="ui-section-title" id="import-columns">
					Which column is what
				</h2>
				<ul className="import-columns">
					{analysis.columns.map(({ heading, sample }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and never change places
						<li key={at}>
							<bdi className="import-heading">{heading}</bdi>
							<ChevronRight size={16} aria-hidden="true" />
							<select
								className="ui-input"
								aria-label={`${heading} is`}
								value={mapping.columns[at]}
								onChange={({ target }) => change(at, target.value as ImportTarget)}
							>
								{importTargets.map((target) => (
									<option key={target} value={target}>
										{targetLabels[target]}
									</option>
								))}
							</select>
							<span className="import-sample" dir="auto">
								{sample || 'empty'}
							</span>
						</li>
					))}
				</ul>
			</section>
		</>
	)
}
