import type { PublicQuestion } from '#shared/public-form.ts'
import type { Island, Problem } from '#web/public/collect/island.ts'
import { FieldError } from './field-error.tsx'
import { TextField } from './text-field.tsx'

type Props = { question: PublicQuestion; island: Island; problem: Problem | undefined }

/** One of the owner's own questions, rendered by its kind. */
export function QuestionField(props: Props) {
	const { question, island, problem } = props
	const name = `answer_${question.id}`
	const value = island.values[name]
	const note = question.required ? undefined : island.words.optional
	if (question.kind === 'choice' || question.kind === 'scale') return <Choices {...props} />
	if (question.kind === 'long') return <LongAnswer {...props} />
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

function LongAnswer({ question, island, problem }: Props) {
	const name = `answer_${question.id}`
	const id = `a-${question.id}`
	const described = [problem && `${name}-x`, question.tip && `${id}-hint`].filter(Boolean).join(' ')
	return (
		<div>
			<label className="label" htmlFor={id} dir="auto">
				{`${question.label} `}
				{question.required ? null : <span className="opt">{island.words.optional}</span>}
			</label>
			<textarea
				className={problem ? 'in bad' : 'in'}
				id={id}
				name={name}
				dir="auto"
				rows={3}
				maxLength={2000}
				required={question.required}
				defaultValue={island.values[name]}
				aria-invalid={problem ? true : undefined}
				aria-describedby={described || undefined}
			/>
			<FieldError problem={problem} />
			{question.tip ? (
				<p className="hint after-field" id={`${id}-hint`}>
					{question.tip}
				</p>
			) : null}
		</div>
	)
}
