import { type FormEvent, useState } from 'react'
import type { QuestionKind } from '#shared/public-form.ts'
import type { QuestionChange, QuestionDraft } from '#web/features/forms/editor/form-draft.ts'
import { Tag } from '#web/ui/badge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx'

const questionKinds: { value: QuestionKind; label: string }[] = [
	{ value: 'short', label: 'Short answer' },
	{ value: 'long', label: 'Long answer' },
	{ value: 'choice', label: 'Choice' },
	{ value: 'scale', label: 'Scale' },
	{ value: 'link', label: 'Link' },
]

/** "Short answer", or "Choice of 4" with the number of options. */
export function questionKindText({ kind, options }: QuestionDraft): string {
	if (kind === 'choice') return `Choice of ${options.length}`
	if (kind === 'scale') return 'Scale of 1 to 5'
	return questionKinds.find(({ value }) => value === kind)?.label ?? ''
}

/** The fields of an opened question. */
export function QuestionFields({
	question,
	problem,
	onChange,
	onRemove,
}: {
	question: QuestionDraft
	problem: string | undefined
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
				error={isLabelEmpty ? problem : undefined}
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
				<Options
					options={question.options}
					problem={isLabelEmpty ? undefined : problem}
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

function Options({
	options,
	problem,
	onChange,
}: {
	options: readonly string[]
	problem: string | undefined
	onChange: (options: string[]) => void
}) {
	const [text, setText] = useState('')
	const newOption = text.trim()
	const isDuplicate = options.includes(newOption)
	const add = (event: FormEvent) => {
		event.preventDefault()
		if (newOption === '' || isDuplicate) return
		onChange([...options, newOption])
		setText('')
	}
	return (
		<form className="question-options" onSubmit={add}>
			<span className="ui-label">Options</span>
			{options.length > 0 ? (
				<div className="question-tags">
					{options.map((option) => (
						<Tag
							key={option}
							removeLabel={`Remove ${option}`}
							onRemove={() => onChange(options.filter((one) => one !== option))}
						>
							{option}
						</Tag>
					))}
				</div>
			) : null}
			<TextField
				label="Another option"
				hideLabel
				placeholder="Another option"
				value={text}
				maxLength={200}
				dir="auto"
				error={isDuplicate ? 'It is among them already.' : problem}
				after={
					<Button type="submit" disabled={newOption === '' || isDuplicate || options.length >= 20}>
						Add
					</Button>
				}
				onChange={(event) => setText(event.target.value)}
			/>
		</form>
	)
}
