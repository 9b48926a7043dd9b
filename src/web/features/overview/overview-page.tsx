import { useSearchParams } from 'react-router'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ArrivalsSection } from './arrivals-section.tsx'
import { formsWithSends, lastDays, type NumbersOf, type Series, toSeries } from './numbers.ts'
import { NumbersSection } from './numbers-section.tsx'
import { SetupSection } from './setup-section.tsx'
import { type Sources, useNumbers, useSources } from './use-overview.ts'
import { WaitingSection } from './waiting-section.tsx'
import './overview-page.css'

const dayCounts = ['7', '28', '90'] as const

/** /dashboard/overview: numbers by day, what waits, the next steps and the newest testimonials. The choice is in the address. */
export function Page() {
	const { space } = useSpace()
	usePageTitle('Overview', space.name)
	const [params, setParams] = useSearchParams()
	const days = dayCounts.find((one) => one === params.get('days')) ?? '28'
	const { data: sources } = useSources(space.id)
	const of = parseOf(params.get('of'), sources)
	const query = useNumbers(space.id, Number(days))
	const choose = (name: 'days' | 'of', value: string) =>
		setParams(
			(before) => {
				const next = new URLSearchParams(before)
				next.set(name, value)
				return next
			},
			{ replace: true },
		)
	const chosenDays = lastDays(Number(days))
	const series = query.data ? toSeries(query.data, chosenDays, of) : undefined
	const forms = query.data ? formsWithSends(query.data, chosenDays) : 0
	return (
		<div className="ui-page overview">
			<header className="overview-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						{series ? titleOf(series) : 'Overview'}
					</h1>
					<p className="ui-quiet">{series ? textOf(series, of, days, forms) : `The last ${days} days.`}</p>
				</div>
				<div className="overview-choices">
					<SourceSelect of={of} sources={sources} onChange={(value) => choose('of', value)} />
					<Segments
						label="Days"
						value={days}
						onChange={(value) => choose('days', value)}
						options={dayCounts.map((value) => ({ value, label: value === days ? `${value} days` : value }))}
					/>
				</div>
			</header>
			<div className="overview-main">
				{series ? <NumbersSection series={series} dayCount={Number(days)} /> : null}
				{query.isPending ? <Spinner /> : null}
				{query.isError && !series ? <ReadError query={query}>The numbers could not be read.</ReadError> : null}
				<ArrivalsSection />
			</div>
			<aside className="overview-side" aria-label="To do">
				<WaitingSection />
				<SetupSection />
			</aside>
		</div>
	)
}

function SourceSelect(props: { of: NumbersOf; sources: Sources | undefined; onChange: (value: string) => void }) {
	const { of, sources, onChange } = props
	return (
		<select
			className="ui-input"
			aria-label="Form or wall"
			value={of.kind === 'all' ? 'all' : `${of.kind}:${of.id}`}
			onChange={({ target }) => onChange(target.value)}
		>
			<option value="all">All forms and walls</option>
			{sources?.forms.map(({ id, name }) => (
				<option key={id} value={`form:${id}`}>
					Form: {name}
				</option>
			))}
			{sources?.walls.map(({ id, name }) => (
				<option key={id} value={`wall:${id}`}>
					Wall: {name}
				</option>
			))}
		</select>
	)
}

/** The choice in the address. A form or wall that is gone, or of another space, means all. */
function parseOf(value: string | null, sources: Sources | undefined): NumbersOf {
	const [, kind, id] = /^(form|wall):([\w-]+)$/.exec(value ?? '') ?? []
	if (!id || (kind !== 'form' && kind !== 'wall')) return { kind: 'all' }
	const isGone = sources && !sources[`${kind}s`].some((source) => source.id === id)
	return isGone ? { kind: 'all' } : { kind, id }
}

const totalOf = (series: readonly Series[], measure: Series['measure']) =>
	series.find((one) => one.measure === measure)?.total ?? 0

function titleOf(series: readonly Series[]): string {
	if (series.every(({ measure }) => measure !== 'sends')) {
		const seen = totalOf(series, 'wall_views') + totalOf(series, 'embed_views')
		return `Your wall was seen ${formatCount(seen, 'time')}`
	}
	const sends = totalOf(series, 'sends')
	return sends === 0 ? 'No testimonial reached you' : `${formatCount(sends, 'testimonial')} reached you`
}

function textOf(series: readonly Series[], of: NumbersOf, days: string, forms: number): string {
	if (of.kind === 'wall') return `In the last ${days} days, on its own page and on your sites.`
	const through = of.kind === 'all' && forms > 0 ? `, through ${formatCount(forms, 'form')}` : ''
	return `In the last ${days} days${through}. You approved ${formatNumber(totalOf(series, 'approved'))} in the same time.`
}
