import { Link } from 'react-router'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { DayChart } from './day-chart.tsx'
import { FirstTestimonial } from './first-testimonial.tsx'
import { type Series, totalOf } from './numbers.ts'
import type { Arrival } from './use-overview.ts'

/** The overview of a space with at most one testimonial: that one, or the next step, and one chart below a sentence. */
export function FirstDays(props: { arrival: Arrival | undefined; series: readonly Series[]; dayCount: number }) {
	const { arrival, series, dayCount } = props
	const views = series.find(({ measure }) => measure === 'form_views')
	return (
		<>
			{arrival ? (
				<FirstTestimonial arrival={arrival} />
			) : (
				<EmptyState title="Nothing arrived yet" actions={<Link to="/dashboard/start">Share your form</Link>}>
					Send the link of your form to three customers who know you well. What they send stands here at once.
				</EmptyState>
			)}
			<section className="overview-block" aria-labelledby="first-days-title">
				<h2 className="ui-section-title" id="first-days-title">
					The last {dayCount} days
				</h2>
				<p className="overview-sentence">{sentenceOf(series)}</p>
				{views && views.total > 0 ? <DayChart series={views} /> : null}
				<p className="ui-small ui-quiet overview-how">
					{views && views.total > 0 ? 'The bars are form views by day. ' : ''}Your own looks and bots are not counted.
				</p>
			</section>
		</>
	)
}

function sentenceOf(series: readonly Series[]): string {
	const views = totalOf(series, 'form_views')
	const sends = totalOf(series, 'sends')
	if (views === 0) return sends === 0 ? 'Nobody has opened your form yet.' : `${formatNumber(sends)} sent.`
	const began = formatNumber(totalOf(series, 'starts'))
	return `Your form was opened ${formatCount(views, 'time')}, ${began} began, ${formatNumber(sends)} sent.`
}
