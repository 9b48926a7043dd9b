import { formatNumber } from '#web/lib/format/format.ts'
import { formatCountedDay } from './counted-day.ts'
import { measureWords } from './measure-words.ts'
import type { Series } from './numbers.ts'

const height = 100
const step = 10

/** One measure by day as bars from 0; today's bar is dashed, because the day is not over. */
export function DayChart({ series }: { series: Series }) {
	const { days, total, measure } = series
	const most = Math.max(...days.map(({ count }) => count))
	const width = days.length * step
	const [first, middle] = [days[0], days[Math.floor(days.length / 2)]]
	const label = `${measureWords[measure].title} by day, ${formatCountedDay(first?.day)} to today: ${formatNumber(total)} in all, at most ${formatNumber(most)} on one day`
	return (
		<>
			<div className="overview-plot" role="img" aria-label={label}>
				<svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
					<path className="overview-grid" d={`M0 .5h${width}M0 ${height / 2}h${width}`} />
					{days.map(({ day, count }, at) => {
						const tall = most > 0 ? (count / most) * (height - 1) : 0
						if (tall === 0) return null
						return (
							<rect
								key={day}
								className={at === days.length - 1 ? 'overview-today' : 'overview-bar'}
								x={at * step + 1}
								y={height - tall}
								width={step - 2}
								height={tall}
							/>
						)
					})}
					<path className="overview-base" d={`M0 ${height}h${width}`} />
				</svg>
				<span className="overview-most">{formatNumber(most)}</span>
				<span className="overview-zero">0</span>
			</div>
			<p className="overview-ends" aria-hidden="true">
				<span>{formatCountedDay(first?.day)}</span>
				<span>{formatCountedDay(middle?.day)}</span>
				<span>today</span>
			</p>
		</>
	)
}
