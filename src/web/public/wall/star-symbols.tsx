const star = ' 1.8 4.7 5 .3-3.9 3.2 1.3 4.8-4.2-2.7-4.2 2.7 1.3-4.8-3.9-3.2 5-.3z'
const pitch = 19

function starPath(from: number, count: number): string {
	if (count <= 0) return ''
	return `m${8 + pitch * from} 1.2${star}${`m${pitch} 0${star}`.repeat(count - 1)}`
}

/** One symbol per rating in use; every row of stars refers to its symbol. */
export function StarSymbols({ ratings, average }: { ratings: readonly number[]; average: number | null }) {
	if (ratings.length === 0 && average === null) return null
	return (
		<svg className="h" aria-hidden="true">
			{ratings.map((given) => (
				<symbol key={given} id={`s${given}`} viewBox="0 0 92 16">
					<path fill="currentColor" d={starPath(0, given)} />
					{given < 5 && <path fill="none" stroke="currentColor" d={starPath(given, 5 - given)} />}
				</symbol>
			))}
			{average !== null && <AverageSymbol average={average} />}
		</svg>
	)
}

function AverageSymbol({ average }: { average: number }) {
	const full = Math.floor(average)
	const part = Math.round((average - full) * 160) / 10
	return (
		<symbol id="sa" viewBox="0 0 92 16">
			<path fill="none" stroke="currentColor" d={starPath(0, 5)} />
			<path fill="currentColor" d={starPath(0, full)} />
			{part > 0 && (
				<svg aria-hidden="true" x={pitch * full} width={part} height="16" viewBox={`${pitch * full} 0 ${part} 16`}>
					<path fill="currentColor" d={starPath(full, 1)} />
				</svg>
			)}
		</symbol>
	)
}

/** A row of stars with its rating as text. `symbol` is a rating, or `a` for the average. */
export function Stars({
	symbol,
	label,
	className = 'st',
}: {
	symbol: number | 'a'
	label: string
	className?: string
}) {
	return (
		<svg className={className} part="stars" role="img" aria-label={label} viewBox="0 0 92 16">
			<use href={`#s${symbol}`} />
		</svg>
	)
}

/** The mean of every published rating, one decimal; null without ratings. */
export function averageRating(spread: readonly number[]): {
	rated: number
	average: number | null
} {
	const rated = spread.reduce((sum, count) => sum + count, 0)
	const points = spread.reduce((sum, count, at) => sum + count * (at + 1), 0)
	return { rated, average: rated === 0 ? null : Math.round((points / rated) * 10) / 10 }
}
