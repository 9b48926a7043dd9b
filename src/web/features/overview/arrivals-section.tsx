import { Link } from 'react-router'
import { formatShortRelative } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { useLastArrivals } from './use-overview.ts'

/** The three newest testimonials, as links to the inbox. */
export function ArrivalsSection() {
	const { space } = useSpace()
	const query = useLastArrivals(space.id)
	return (
		<section aria-labelledby="arrivals-title">
			<div className="overview-top">
				<h2 className="ui-section-title" id="arrivals-title">
					Last arrivals
				</h2>
				<Link className="overview-link" to="/dashboard/inbox">
					Open the inbox
				</Link>
			</div>
			{query.isError && !query.data ? <ReadError query={query}>They could not be read.</ReadError> : null}
			{query.data?.length === 0 ? (
				<EmptyState title="Nothing arrived yet" actions={<Link to="/dashboard/start">Share your form</Link>}>
					Send the link of your form to three customers who know you well. What they send stands here at once.
				</EmptyState>
			) : null}
			<ul className="overview-arrivals">
				{query.data?.map((item) => (
					<li key={item.id}>
						<Link to={`/dashboard/inbox/${item.id}`}>
							<q dir="auto" lang={item.locale}>
								{item.body || kindLabels[item.kind]}
							</q>
							{item.rating ? <Stars rating={item.rating} /> : null}
							<span className="overview-by">
								<bdi>{item.author_name}</bdi>
								<span className="ui-quiet ui-small">
									{[
										...[item.author_title, item.author_company].filter((one) => one !== null),
										formatShortRelative(item.submitted_at),
									].join(', ')}
								</span>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}
