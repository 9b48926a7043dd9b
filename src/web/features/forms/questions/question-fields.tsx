import type { QuestionKind } from '#shared/form/public-form.ts'
import { questionScales } from '#shared/form/question-scales.ts'
import { hasOptions, type QuestionChange, type QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { optionsOf } from '#web/lib/forms/options-of.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'
import { QuestionOptions } from './question-options.tsx'

const questionKinds = optionsOf<QuestionKind>({
	short: 'Short answer',
	long: 'Long answer',
	choice: 'Choice',
	choices: 'Several choices',
	scale: 'Scale of 1 to 5',
	score: 'Scale of 0 to 10',
	date: 'Date',
	link: 'Link',
})

/** "Short answer", or "Choice of 4" with the number of options if there are any. */
export function questionKindText({ kind, options, most }: QuestionDraft): string {
	if (kind === 'choice' && options.length > 0) return `Choice of ${options.length}`
	if (kind === 'choices' && options.length > 0)
		return most !== null && most < options.length ? `Up to ${most} of ${options.length}` : `Any of ${options.length}`
	return questionKinds.find(({ value }) => value === kind)?.label ?? ''
}

/** The fields of an opened question. What a new one still lacks is not marked as an error. */
export function QuestionFields(props: {
	question: QuestionDraft
	problem: string | undefined
	isNew: boolean
	onChange: (part: QuestionChange) => void
	onRemove: () => void
}) {
	const { question, problem, isNew, onChange, onRemove } = props
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
			{hasOptions(question.kind) ? (
				<QuestionOptions
					questionId={question.id}
					options={question.options}
					problem={isLabelEmpty || isNew ? undefined : problem}
					onChange={(options) => onChange({ options })}
				/>
			) : null}
			{question.kind === 'choices' ? (
				<SelectField
					label="How many may be chosen"
					value={question.most ?? ''}
					onChange={(event) => onChange({ most: Number(event.target.value) || null })}
				>
					<option value="">All of them</option>
					{limitsOf(question).map((most) => (
						<option key={most} value={most}>
							{most === 1 ? 'One' : `Up to ${most}`}
						</option>
					))}
				</SelectField>
			) : null}
			{question.kind === 'scale' || question.kind === 'score' ? (
				<EndLabels question={question} ends={questionScales[question.kind]} onChange={onChange} />
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

/** A limit that no longer limits anything stays in the list while it is chosen. */
const limitsOf = ({ options, most }: QuestionDraft): number[] => {
	const limits = Array.from({ length: Math.max(options.length - 1, 0) }, (_, at) => at + 1)
	return most === null || limits.includes(most) ? limits : [...limits, most]
}

/** The meaning of the lowest and the highest number of a scale. */
function EndLabels(props: {
	question: QuestionDraft
	ends: readonly [number, number]
	onChange: (part: QuestionChange) => void
}) {
	const { question, ends, onChange } = props
	return (
		<div className="question-two">
			<TextField
				label={`What ${ends[0]} means`}
				value={question.low_label}
				maxLength={60}
				dir="auto"
				placeholder="Not at all"
				onChange={(event) => onChange({ low_label: event.target.value })}
			/>
			<TextField
				label={`What ${ends[1]} means`}
				value={question.high_label}
				maxLength={60}
				dir="auto"
				placeholder="Very much"
				onChange={(event) => onChange({ high_label: event.target.value })}
			/>
		</div>
	)
}
