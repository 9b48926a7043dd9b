import { Link } from 'react-router'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Stars } from '#web/ui/stars.tsx'
import type { Arrival } from './use-overview.ts'

/** The newest testimonial, as a link to the inbox. */
export function LastArrivalSection({ arrival }: { arrival: Arrival }) {
	const { id, locale, title, body, kind, rating, author_name, submitted_at } = arrival
	return (
		<section className="overview-arrival" aria-labelledby="arrival-title">
			<h2 className="ui-section-title" id="arrival-title">
				Last arrival
			</h2>
			<Link to={`/dashboard/inbox/${id}`}>
				{title ? (
					<b className="overview-headline" dir="auto" lang={locale}>
						{title}
					</b>
				) : null}
				<q dir="auto" lang={locale}>
					{body || kindLabels[kind]}
				</q>
				{rating ? <Stars rating={rating} /> : null}
				<span className="overview-by">
					<bdi>{author_name}</bdi> <span className="ui-quiet ui-small">{formatRelative(submitted_at, 'row')}</span>
				</span>
			</Link>
		</section>
	)
}
