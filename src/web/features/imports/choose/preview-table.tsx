import { Check, Copy, TriangleAlert } from 'lucide-react'
import type { ImportAnalysis, ImportPreviewRow } from '#shared/import/import-api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Stars } from '#web/ui/stars.tsx'

/** The first ten rows as they would be stored, and how many there are of each outcome. */
export function PreviewTable({
	analysis: { counts, preview },
	isChecking,
}: {
	analysis: ImportAnalysis
	isChecking: boolean
}) {
	return (
		<section className="import-part" aria-labelledby="import-preview">
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-preview">
					{preview.length < counts.rows ? `First ${formatNumber(preview.length)} rows` : 'All rows'}
				</h2>
				<p className="import-counts" role="status" aria-busy={isChecking}>
					<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
						{formatNumber(counts.new)} new
					</Badge>
					{counts.duplicate > 0 ? (
						<Badge tone="warm" icon={<Copy size={14} aria-hidden="true" />}>
							{formatNumber(counts.duplicate)} already here
						</Badge>
					) : null}
					{counts.refused > 0 ? (
						<Badge tone="bad" icon={<TriangleAlert size={14} aria-hidden="true" />}>
							{formatNumber(counts.refused)} cannot be read
						</Badge>
					) : null}
				</p>
			</div>
			<table className="import-table">
				<thead>
					<tr>
						<th scope="col">Name</th>
						<th scope="col">Stars</th>
						<th scope="col">Words</th>
						<th scope="col">Date</th>
						<th scope="col">Result</th>
					</tr>
				</thead>
				<tbody>
					{preview.map((row) => (
						<PreviewRow key={row.row} row={row} />
					))}
				</tbody>
			</table>
		</section>
	)
}

function PreviewRow({ row }: { row: ImportPreviewRow }) {
	const { outcome, name, text, rating, submitted_at: at, date } = row
	return (
		<tr className={classNames(outcome === 'refused' && 'import-bad', outcome === 'duplicate' && 'import-off')}>
			<td className="import-lead">{name ? <bdi>{name}</bdi> : <span className="ui-quiet">empty</span>}</td>
			<td className="import-stars">
				{rating === null ? <span className="ui-small ui-quiet">No rating</span> : <Stars rating={rating} />}
			</td>
			<td className="import-words" dir="auto">
				<span className="import-clamp">{text}</span>
			</td>
			<td className="import-date ui-small">
				{at ? formatDate(at) : <span className="ui-quiet">{date || 'none'}</span>}
			</td>
			<td className="import-result">
				<Outcome row={row} />
			</td>
		</tr>
	)
}

function Outcome({ row: { outcome, reason, rating } }: { row: ImportPreviewRow }) {
	if (outcome === 'new')
		return (
			<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
				{rating === null ? 'New, without a rating' : 'New'}
			</Badge>
		)
	const isBad = outcome === 'refused'
	const Icon = isBad ? TriangleAlert : Copy
	return (
		<Badge tone={isBad ? 'bad' : 'warm'} icon={<Icon size={14} aria-hidden="true" />}>
			<span>{reason}</span>
		</Badge>
	)
}
