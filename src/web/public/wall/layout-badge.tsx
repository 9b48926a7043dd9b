import { type Setting, wallLink } from './setting.ts'
import { averageOf, Stars } from './stars.tsx'

/** The average of every published rating, not only of the chosen ones, with its spread. */
export function Badge({ setting }: { setting: Setting }) {
	const { phrases, number, wall } = setting
	const { spread, published } = wall.counts
	const { average, rated } = averageOf(spread)
	return (
		<a className="b" href={wallLink(setting)}>
			{average !== null && <b>{number(average)}</b>}
			{average !== null && <Stars symbol="a" label={phrases.average(number(average))} />}
			<span>{phrases.counted(number(published), number(rated))}</span>
			{average !== null && <Spread setting={setting} rated={rated} />}
		</a>
	)
}

function Spread({ setting, rated }: { setting: Setting; rated: number }) {
	const falling = [...setting.wall.counts.spread].reverse()
	const bars = falling
		.map((count, at) => {
			const length = count === 0 ? 0 : Math.max(2, Math.round((count / rated) * 32))
			return length === 0 ? '' : `M0 ${4 + at * 8}h${length}`
		})
		.join('')
	return (
		<svg
			className="bars"
			role="img"
			aria-label={setting.phrases.spread(falling.map(setting.number).join(', '))}
			viewBox="0 0 32 40"
			fill="none"
			strokeWidth="4"
		>
			<path className="z" d="M0 4h32M0 12h32M0 20h32M0 28h32M0 36h32" />
			<path d={bars} />
		</svg>
	)
}
