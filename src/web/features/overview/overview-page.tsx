import { Link, useSearchParams } from 'react-router'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { BestSections } from './best-sections.tsx'
import { DaySection } from './day-section.tsx'
import { FirstDays } from './first-days.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { formsWithSends, lastDays, type NumbersOf, type Series, toSeries, totalOf } from './numbers.ts'
import { fewestRankedViews } from './rankings.ts'
import { SetupSection } from './setup-section.tsx'
import { parseSource, SourceSelect } from './source-select.tsx'
import { type Arrival, useLastArrivals, useNumbers, useSources, useWaiting } from './use-overview.ts'
import { WaitingSection } from './waiting-section.tsx'
import './overview-page.css'
import './numbers.css'

const dayCounts = ['7', '28', '90'] as const

/** /dashboard/overview: from views to approvals, by day, what waits and the next steps. The choice is in the address. */
export function Page() {
	const { space } = useSpace()
	usePageTitle('Overview', space.name)
	const [params, setParams] = useSearchParams()
	const days = dayCounts.find((one) => one === params.get('days')) ?? '28'
	const dayCount = Number(days)
	const { data: sources } = useSources(space.id)
	const of = parseSource(params.get('of'), sources)
	const query = useNumbers(space.id, dayCount)
	const arrivals = useLastArrivals(space.id)
	const waiting = useWaiting(space.id)
	const choose = (name: 'days' | 'of', value: string) =>
		setParams(
			(before) => {
				const next = new URLSearchParams(before)
				next.set(name, value)
				return next
			},
			{ replace: true },
		)
	const chosenDays = lastDays(dayCount)
	const series = query.data ? toSeries(query.data, chosenDays, of) : undefined
	const [arrival] = arrivals.data ?? []
	const isFirst =
		of.kind === 'all' &&
		arrivals.data !== undefined &&
		arrivals.data.length < 2 &&
		series !== undefined &&
		totalOf(series, 'form_views') < fewestRankedViews &&
		totalOf(series, 'sends') < 2
	const first = isFirst ? firstWords(arrival) : undefined
	const sent = query.data ? formsWithSends(query.data, chosenDays) : 0
	return (
		<div className="ui-page overview">
			<header className="overview-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						{first?.title ?? (series ? titleOf(series, of) : 'Overview')}
					</h1>
					<p className="ui-quiet">
						{first?.text ?? (series ? textOf(series, of, dayCount, sent) : `The last ${days} days.`)}
					</p>
				</div>
				{first && sources?.forms[0] ? (
					<CopyButton text={publicUrl.form(sources.forms[0].slug)} label="Copy the form’s link" />
				) : (
					<div className="overview-choices">
						<SourceSelect of={of} sources={sources} onChange={(value) => choose('of', value)} />
						<Segments
							label="Days"
							value={days}
							onChange={(value) => choose('days', value)}
							options={dayCounts.map((value) => ({ value, label: value === days ? `${value} days` : value }))}
						/>
					</div>
				)}
			</header>
			<div className="overview-main">
				{query.isPending ? <Spinner /> : null}
				{query.isError && !series ? <ReadError query={query}>The numbers could not be read.</ReadError> : null}
				{series && isFirst ? <FirstDays arrival={arrival} series={series} dayCount={dayCount} /> : null}
				{series && !isFirst ? (
					<>
						<FunnelSection
							series={series}
							dayCount={dayCount}
							waiting={of.kind === 'all' ? waiting.data?.pending : undefined}
						/>
						<DaySection series={series} of={of} />
						{of.kind === 'all' && sources && query.data ? (
							<BestSections rows={query.data} days={chosenDays} sources={sources} />
						) : null}
						<p className="ui-small ui-quiet overview-how">
							Days are those of UTC. Members’ looks, frames of this app and bots are left out. No cookies, no
							identities.
						</p>
					</>
				) : null}
			</div>
			<aside className="overview-side" aria-label="To do">
				{isFirst ? null : <WaitingSection query={waiting} />}
				<SetupSection />
				{arrival && !isFirst ? <LastArrivalSection arrival={arrival} /> : null}
			</aside>
		</div>
	)
}

/** The newest testimonial, as a link to the inbox. */
function LastArrivalSection({ arrival }: { arrival: Arrival }) {
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

/** The heading: what happened in the chosen days. */
function titleOf(series: readonly Series[], of: NumbersOf): string {
	if (of.kind === 'wall') {
		const seen = totalOf(series, 'wall_views') + totalOf(series, 'embed_views')
		return `Your wall was seen ${formatCount(seen, 'time')}`
	}
	const sends = totalOf(series, 'sends')
	return sends === 0 ? 'No testimonial reached you' : `${formatCount(sends, 'testimonial')} reached you`
}

/** The sentence below the heading. */
function textOf(series: readonly Series[], of: NumbersOf, days: number, forms: number): string {
	if (of.kind === 'wall') return `In the last ${days} days, on its own page and on your sites.`
	const through = of.kind === 'all' && forms > 0 ? `, through ${formatCount(forms, 'form')}` : ''
	return `In the last ${days} days${through}. You approved ${formatNumber(totalOf(series, 'approved'))} in the same time.`
}

const ways: Partial<Record<Arrival['source'], string>> = { form: 'Sent through your form', import: 'Imported' }

/** Heading and sentence while a space has at most one testimonial. */
function firstWords(arrival: Arrival | undefined): { title: string; text: string } {
	if (!arrival) return { title: 'No testimonial yet', text: 'The first one stands here as soon as it is sent.' }
	const isApproved = arrival.status === 'approved'
	return {
		title: isApproved ? 'Your first testimonial is approved' : 'Your first testimonial is here',
		text: `${ways[arrival.source] ?? 'Added'}: ${formatRelative(arrival.submitted_at, 'row')}.`,
	}
}
