import type { QuestionProps } from '#web/public/collect/island.ts'
import { TextField } from '#web/public/page-shell/text-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DateParts } from './date-parts.tsx'
import { ScaleField } from './scale-field.tsx'

/** One of the owner's own questions, rendered by its kind. */
export function QuestionField(props: QuestionProps) {
	const { question, island, problem } = props
	const { kind } = question
	if (kind === 'choice' || kind === 'choices') return <ChoiceField {...props} />
	if (kind === 'scale' || kind === 'score') return <ScaleField {...props} kind={kind} />
	if (kind === 'date') return <DateParts {...props} />
	const name = `answer_${question.id}`
	return (
		<TextField
			name={name}
			id={`a-${question.id}`}
			label={question.label}
			note={question.required ? undefined : island.words.optional}
			hint={question.tip}
			value={island.values[name]}
			problem={problem}
			required={question.required}
			type={kind === 'link' ? 'url' : 'text'}
			rows={kind === 'long' ? 3 : undefined}
		/>
	)
}
