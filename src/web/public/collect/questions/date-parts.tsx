import type { QuestionProps } from '#web/public/collect/island.ts'
import { addCalendar } from './calendar/add-calendar.ts'
import { QuestionSet } from './question-set.tsx'

const orders = { dmy: ['day', 'month', 'year'], mdy: ['month', 'day', 'year'] } as const

/** A date as three labelled numbers in the order of the language: no one has to guess which one is the month. */
export function DateParts(props: QuestionProps) {
	const { question, island, problem } = props
	const { id, required } = question
	const { asks } = island
	const order = orders[asks?.order === 'mdy' ? 'mdy' : 'dmy']
	return (
		<QuestionSet {...props}>
			<div className="date-parts" ref={(parts) => addCalendar(parts, island)}>
				{order.map((part, at) => {
					const name = `answer_${id}.${part}`
					return (
						<label key={part}>
							<span className="hint">{asks?.[part]}</span>
							<input
								className={problem ? 'in bad' : 'in'}
								id={at === 0 ? `a-${id}` : undefined}
								name={name}
								inputMode="numeric"
								autoComplete="off"
								maxLength={part === 'year' ? 4 : 2}
								dir="ltr"
								required={required}
								defaultValue={island.values[name]}
								aria-invalid={problem ? true : undefined}
							/>
						</label>
					)
				})}
			</div>
		</QuestionSet>
	)
}
