import type { PublicQuestion } from '#shared/public-form.ts'
import type { Island } from '#web/public/collect/island.ts'
import { FieldError, type Problem } from '#web/public/page-shell/field-error.tsx'
import { TextField } from '#web/public/page-shell/text-field.tsx'

type Props = { question: PublicQuestion; island: Island; problem: Problem | undefined }

/** One of the owner's own questions, rendered by its kind. */
export function QuestionField(props: Props) {
	const { question, island, problem } = props
	const name = `answer_${question.id}`
	const value = island.values[name]
	const note = question.required ? undefined : island.words.optional
	if (question.kind === 'choice' || question.kind === 'scale') return <Choices {...props} />
	return (
		<TextField
			name={name}
			id={`a-${question.id}`}
			label={question.label}
			note={note}
			hint={question.tip}
			value={value}
			problem={problem}
			required={question.required}
			type={question.kind === 'link' ? 'url' : 'text'}
			rows={question.kind === 'long' ? 3 : undefined}
		/>
	)
}

function Choices({ question, island, problem }: Props) {
	const name = `answer_${question.id}`
	const scale = question.kind === 'scale'
	const options = scale ? ['1', '2', '3', '4', '5'] : question.options
	return (
		<fieldset aria-describedby={problem ? `${name}-x` : undefined}>
			<legend dir="auto">
				{`${question.label} `}
				{question.required ? null : <span className="opt">{island.words.optional}</span>}
			</legend>
			{question.tip ? <p className="hint">{question.tip}</p> : null}
			<div className={scale ? 'scale' : undefined}>
				{options.map((option, position) => (
					<label className="check" key={option}>
						<input
							type="radio"
							name={name}
							id={position === 0 ? `a-${question.id}` : undefined}
							value={option}
							required={question.required}
							defaultChecked={island.values[name] === option}
						/>
						<span dir="auto">{option}</span>
					</label>
				))}
			</div>
			<FieldError problem={problem} />
		</fieldset>
	)
}
