import { classNames } from '#web/ui/class-names.ts'
import { tryTimes } from './webhook-words.ts'

/** Where the marks stand on their line, in percent. The last two are apart for their words. */
const places = [0, 14, 26, 38, 50, 62, 74, 86, 100]

/** The nine tries of 24 hours as one line of marks: those that failed, the next one, and those to come. */
export function Tries({ done, first, next, last }: { done: number; first?: string; next?: string; last?: string }) {
	const words = [
		`${done === tryTimes.length ? 'All' : done} of nine tries failed`,
		...(next ? [`the next is ${next}`] : []),
		...(last ? [last] : []),
	]
	return (
		<div className="hooks-tries" role="img" aria-label={words.join(', ')}>
			{tryTimes.map((time, index) => {
				const state = index < done ? 'failed' : index === done && next ? 'due' : 'later'
				const isEnd = index === 0 ? 'first' : index === tryTimes.length - 1 ? 'final' : undefined
				const below =
					index === 0 ? first : index === done && next ? next : index === tryTimes.length - 1 ? last : undefined
				const place = { insetInlineStart: `${places[index]}%` }
				return (
					<span key={time}>
						<i className={`hooks-try-${state}`} style={place} />
						<small className={classNames(isEnd && `hooks-try-${isEnd}`)} style={place}>
							{time}
							{below ? (
								<>
									<br />
									{below}
								</>
							) : null}
						</small>
					</span>
				)
			})}
		</div>
	)
}
