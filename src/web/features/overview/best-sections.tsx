import { Link } from 'react-router'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format/format.ts'
import { rankForms, rankWalls } from './rankings.ts'
import type { Sources } from './use-overview.ts'

const mostShown = 5

type Row = { id: string; to: string; name: string; text: string; value: string; share: number; isRanked: boolean }

/** The forms by sends per 100 views, and the walls by their views. */
export function BestSections(props: { rows: readonly DailyNumbers[]; days: readonly string[]; sources: Sources }) {
	const { rows, days, sources } = props
	const forms = rankForms(rows, days, sources.forms).slice(0, mostShown)
	const walls = rankWalls(rows, days, sources.walls).slice(0, mostShown)
	const topShare = forms[0]?.share || 1
	const topViews = walls[0]?.views || 1
	return (
		<div className="overview-bests">
			<Ranking
				title="Best form"
				hint="Sends of 100 views"
				empty="No form was opened."
				rows={forms.map(({ id, name, views, sends, share }) => ({
					id,
					to: `/dashboard/forms/${id}`,
					name,
					text: `${formatNumber(sends)} of ${formatCount(views, 'view')}${share === null ? ': not ranked' : ''}`,
					value: share === null ? formatNumber(sends) : formatPercent(share, 1),
					share: (share ?? 0) / topShare,
					isRanked: share !== null,
				}))}
			/>
			<Ranking
				title="Best wall"
				hint="Views on sites and own page"
				empty="No wall was seen."
				rows={walls.map(({ id, name, views, ownPage }) => ({
					id,
					to: `/dashboard/walls/${id}`,
					name,
					text:
						ownPage === views
							? 'Only its own page'
							: `${formatNumber(views - ownPage)} on sites, ${formatNumber(ownPage)} on its own page`,
					value: formatNumber(views),
					share: views / topViews,
					isRanked: true,
				}))}
			/>
		</div>
	)
}

function Ranking({ title, hint, empty, rows }: { title: string; hint: string; empty: string; rows: Row[] }) {
	return (
		<section className="overview-block" aria-label={title}>
			<div className="overview-top">
				<h2 className="ui-section-title">{title}</h2>
				<p className="ui-small ui-quiet">{hint}</p>
			</div>
			{rows.length === 0 ? <p className="ui-quiet overview-nothing">{empty}</p> : null}
			<ol className="overview-rank">
				{rows.map(({ id, to, name, text, value, share, isRanked }) => (
					<li key={id}>
						<span>
							<Link to={to}>
								<bdi>{name}</bdi>
							</Link>
							<span className="ui-small ui-quiet">{text}</span>
						</span>
						<span className="overview-meter" aria-hidden="true">
							<i style={{ inlineSize: `${share * 100}%` }} />
						</span>
						<span className={isRanked ? 'overview-value ui-num' : 'overview-value ui-num ui-quiet'}>{value}</span>
					</li>
				))}
			</ol>
		</section>
	)
}
