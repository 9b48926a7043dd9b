import { interpolate } from '#web/i18n/messages.ts'
import type { QuestionProps } from '#web/public/collect/island.ts'
import { readChoices } from './answer-values.ts'
import { QuestionSet } from './question-set.tsx'

/** One of the options, or several. Each of several has a name of its own, so that a draft keeps them all. */
export function ChoiceField(props: QuestionProps) {
	const { question, island } = props
	const { kind, id, options, most, required } = question
	const name = `answer_${id}`
	const isMany = kind === 'choices'
	const chosen = isMany ? readChoices(id, island.values) : [island.values[name]]
	const limit = isMany && most && most < options.length ? most : undefined
	const { upTo = '' } = island.asks ?? {}
	return (
		<QuestionSet
			{...props}
			isClearable={!isMany}
			hint={limit ? interpolate(upTo, { n: limit.toLocaleString(island.lang) }) : undefined}
		>
			<div>
				{options.map((option, at) => (
					<label className="check" key={option}>
						<input
							type={isMany ? 'checkbox' : 'radio'}
							name={isMany ? `${name}.${at}` : name}
							id={at === 0 ? `a-${id}` : undefined}
							value={option}
							required={required && !isMany}
							defaultChecked={chosen.includes(option)}
						/>
						<span dir="auto">{option}</span>
					</label>
				))}
			</div>
		</QuestionSet>
	)
}
