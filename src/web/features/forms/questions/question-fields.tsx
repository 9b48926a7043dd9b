import type { QuestionKind } from '#shared/public-form.ts'
import type { QuestionChange, QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { QuestionOptions } from './question-options.tsx'

const questionKinds: { value: QuestionKind; label: string }[] = [
	{ value: 'short', label: 'Short answer' },
	{ value: 'long', label: 'Long answer' },
	{ value: 'choice', label: 'Choice' },
	{ value: 'scale', label: 'Scale' },
	{ value: 'link', label: 'Link' },
]

/** "Short answer", or "Choice of 4" with the number of options if there are any. */
export function questionKindText({ kind, options }: QuestionDraft): string {
	if (kind === 'choice' && options.length > 0) return `Choice of ${options.length}`
	if (kind === 'scale') return 'Scale of 1 to 5'
	return questionKinds.find(({ value }) => value === kind)?.label ?? ''
}

/** The fields of an opened question. What a new one still lacks is not marked as an error. */
export function QuestionFields({
	question,
	problem,
	isNew,
	onChange,
	onRemove,
}: {
	question: QuestionDraft
	problem: string | undefined
	isNew: boolean
	onChange: (part: QuestionChange) => void
	onRemove: () => void
}) {
	const isLabelEmpty = question.label.trim() === ''
	return (
		<div className="question-inside">
			<TextField
				label="Question"
				value={question.label}
				maxLength={300}
				dir="auto"
				autoFocus={isLabelEmpty}
				placeholder="What did you bring us?"
				error={isLabelEmpty && !isNew ? problem : undefined}
				onChange={(event) => onChange({ label: event.target.value.replace(/[\r\n]/g, ' ') })}
			/>
			<div className="question-two">
				<SelectField
					label="Kind"
					value={question.kind}
					onChange={(event) => onChange({ kind: event.target.value as QuestionKind })}
				>
					{questionKinds.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</SelectField>
				<TextField
					label="Tip under it"
					value={question.tip}
					maxLength={300}
					dir="auto"
					onChange={(event) => onChange({ tip: event.target.value })}
				/>
			</div>
			{question.kind === 'choice' ? (
				<QuestionOptions
					questionId={question.id}
					options={question.options}
					problem={isLabelEmpty || isNew ? undefined : problem}
					onChange={(options) => onChange({ options })}
				/>
			) : null}
			<div className="question-switches">
				<Switch checked={question.required} onChange={(event) => onChange({ required: event.target.checked })}>
					Required
				</Switch>
				<Switch checked={question.is_public} onChange={(event) => onChange({ is_public: event.target.checked })}>
					Answer may be shown
				</Switch>
				<TextButton className="question-remove" onClick={onRemove}>
					Remove
				</TextButton>
			</div>
		</div>
	)
}
