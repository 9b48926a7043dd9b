import { formatNumber } from '#web/lib/format/format.ts'
import { formatCountedDay } from './counted-day.ts'
import type { Measure, Series } from './numbers.ts'

/** What each measure is called and what it counts. */
export const measureWords: Record<Measure, { title: string; text: string }> = {
	form_views: { title: 'Form views', text: 'pages opened' },
	starts: { title: 'Starts', text: 'something typed or chosen' },
	sends: { title: 'Sends', text: 'testimonials received' },
	approved: { title: 'Approved', text: 'by the day of your decision' },
	wall_views: { title: 'Wall views', text: 'the wall’s own page' },
	embed_views: { title: 'Embed views', text: 'loads on your sites' },
}

const height = 76
const step = 10

/** One measure by day as bars from 0; today's bar is dashed, because the day is not over. */
export function NumberChart({ series, beside }: { series: Series; beside: string }) {
	const { days, total, measure } = series
	const { title, text } = measureWords[measure]
	const most = Math.max(...days.map(({ count }) => count))
	const width = days.length * step
	const [first, middle] = [days[0], days[Math.floor(days.length / 2)]]
	const label = `${title} by day, ${formatCountedDay(first?.day)} to today: ${formatNumber(total)} in all, at most ${formatNumber(most)} on one day`
	return (
		<div className="overview-chart">
			<h3>
				{title}
				<span className="ui-small ui-quiet">{text}</span>
			</h3>
			<p>
				<span className="overview-total ui-num">{formatNumber(total)}</span>
				<span className="ui-small ui-quiet">{beside}</span>
			</p>
			<div className="overview-plot">
				<svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
					<path className="overview-grid" d={`M0 .5h${width}M0 ${height / 2}h${width}`} />
					{days.map(({ day, count }, at) => {
						const tall = most > 0 ? (count / most) * (height - 1) : 0
						if (tall === 0) return null
						const isToday = at === days.length - 1
						return (
							<rect
								key={day}
								className={isToday ? 'overview-today' : 'overview-bar'}
								x={at * step + 1}
								y={height - tall}
								width={step - 2}
								height={tall}
							/>
						)
					})}
					<path className="overview-base" d={`M0 ${height}h${width}`} />
				</svg>
				<span className="overview-most" aria-hidden="true">
					{formatNumber(most)}
				</span>
				<span className="overview-zero" aria-hidden="true">
					0
				</span>
			</div>
			<p className="overview-ends" aria-hidden="true">
				<span>{formatCountedDay(first?.day)}</span>
				<span>{formatCountedDay(middle?.day)}</span>
				<span>today</span>
			</p>
		</div>
	)
}
