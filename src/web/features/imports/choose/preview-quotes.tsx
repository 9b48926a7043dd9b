import { Archive, Check, Copy, CornerDownRight, EyeOff, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ImportAnalysis, ImportPreviewRow } from '#shared/import/import-api.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Stars } from '#web/ui/stars.tsx'

/** The first rows as they would stand in the inbox, and a word on those that would not. */
export function PreviewQuotes({
	analysis: { counts, preview },
	isChecking,
	spaceName,
}: {
	analysis: ImportAnalysis
	isChecking: boolean
	spaceName: string
}) {
	if (preview.length === 0) return null
	return (
		<section className="import-part" aria-labelledby="import-preview" aria-busy={isChecking}>
			<div className="import-part-top">
				<h2 className="ui-section-title" id="import-preview">
					So it will look
				</h2>
				<p className="ui-small ui-quiet">
					{preview.length < counts.rows
						? `The first ${formatNumber(preview.length)} of ${formatNumber(counts.rows)} rows`
						: 'Every row'}
				</p>
			</div>
			<ul className="import-quotes">
				{preview.map((row) => (
					<Quote key={row.row} row={row} spaceName={spaceName} />
				))}
			</ul>
		</section>
	)
}

function Quote({ row, spaceName }: { row: ImportPreviewRow; spaceName: string }) {
	const { outcome, headline, text, rating, name, submitted_at: at, date, reply } = row
	const isIn = outcome === 'new' || outcome === 'reply'
	return (
		<li className={classNames('import-quote', !isIn && 'import-quote-out')}>
			<div>
				{headline ? (
					<p className="import-quote-title" dir="auto">
						{headline}
					</p>
				) : null}
				{text ? <blockquote dir="auto">{text}</blockquote> : headline ? null : <p className="ui-quiet">No words</p>}
				{reply ? (
					<div className="import-quote-reply" dir="auto">
						<strong>
							<bdi>{spaceName}</bdi> replied
						</strong>
						<p>{reply}</p>
					</div>
				) : null}
			</div>
			<div className="import-quote-by">
				{rating === null ? null : <Stars rating={rating} />}
				<strong>{name ? <bdi>{name}</bdi> : <span className="ui-quiet">No name</span>}</strong>
				<span className="ui-quiet">
					{at ? formatDate(at) : isIn ? 'The day of the import' : <bdi>{date || 'No date'}</bdi>}
				</span>
				<Outcome row={row} />
			</div>
		</li>
	)
}

const iconSize = { size: 14, 'aria-hidden': true } as const

function Outcome({ row: { outcome, reason, rating, state } }: { row: ImportPreviewRow }) {
	if (outcome === 'refused')
		return (
			<Badge tone="bad" icon={<TriangleAlert {...iconSize} />}>
				<bdi className="import-wrap">{reason}</bdi>
			</Badge>
		)
	if (outcome === 'reply') return <Badge icon={<CornerDownRight {...iconSize} />}>Becomes a reply</Badge>
	if (outcome !== 'new')
		return (
			<Badge tone="warm" icon={outcome === 'duplicate' ? <Copy {...iconSize} /> : <EyeOff {...iconSize} />}>
				<bdi className="import-wrap">{reason}</bdi>
			</Badge>
		)
	if (state === 'spam') return <Badge icon={<ShieldAlert {...iconSize} />}>Lands in Spam</Badge>
	if (state === 'archived') return <Badge icon={<Archive {...iconSize} />}>Archived</Badge>
	return (
		<Badge tone="good" icon={<Check {...iconSize} />}>
			{rating === null ? 'Comes in, without stars' : 'Comes in'}
		</Badge>
	)
}
