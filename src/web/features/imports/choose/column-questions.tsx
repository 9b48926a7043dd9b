import { useId, useState } from 'react'
import type { ImportAnalysis, ImportColumn, ImportTarget } from '#shared/import/import-api.ts'
import { targetLabels } from '#web/features/imports/import-words.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { TextButton } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/fields/choice.tsx'
import { ColumnSamples } from './column-samples.tsx'
import { columnKey } from './import-choices.ts'
import { TargetSelect } from './target-select.tsx'
import type { OpenImport } from './use-import-input.ts'

/** A column that could be several things, with its position and the answer. */
type Question = { at: number; column: ImportColumn; answer: ImportTarget | undefined }

/** The columns that were or are unsure, in their order. One that has an answer stays, so that it can be changed. */
export function questionsOf({
	analysis,
	asked,
	choices,
}: Pick<OpenImport, 'analysis' | 'asked' | 'choices'>): Question[] {
	if (!analysis) return []
	return analysis.columns.flatMap((column, at) => {
		const key = columnKey(analysis, at)
		return asked.has(key) ? [{ at, column, answer: choices.targets[key] }] : []
	})
}

export const questionId = (at: number): string => `import-question-${at}`

/** Asks what each unsure column is. */
export function ColumnQuestions({
	questions,
	analysis,
	onAnswer,
}: {
	questions: readonly Question[]
	analysis: ImportAnalysis
	onAnswer: (targets: Record<number, ImportTarget>) => void
}) {
	const open = questions.filter(({ answer }) => answer === undefined)
	if (questions.length === 0) return null
	return (
		<div className="import-questions">
			{open.length > 2 ? (
				<p>
					Plaudit is not sure about {formatCount(open.length, 'column')}, and does not guess.{' '}
					<TextButton onClick={() => onAnswer(Object.fromEntries(open.map(({ at }) => [at, 'none' as const])))}>
						Leave all {formatNumber(open.length)} out
					</TextButton>
				</p>
			) : null}
			{questions.map((question) => (
				<ColumnQuestion
					key={`${question.at} ${question.column.heading}`}
					question={question}
					rows={analysis.counts.rows}
					onAnswer={(target) => onAnswer({ [question.at]: target })}
				/>
			))}
		</div>
	)
}

const offered: ImportTarget[] = ['tags', 'labelled', 'none']

function ColumnQuestion({
	question: { at, column, answer },
	rows,
	onAnswer,
}: {
	question: Question
	rows: number
	onAnswer: (target: ImportTarget) => void
}) {
	const id = useId()
	const [isOther, setOther] = useState(answer !== undefined && !offered.includes(answer) && answer !== column.likely)
	const { heading, filled, values } = column
	const suggested = column.likely && !offered.includes(column.likely) ? column.likely : null
	const listed = suggested ? [...offered, suggested] : offered
	const options = [
		...(suggested ? [{ value: suggested, label: targetLabels[suggested], text: 'Its heading says so' }] : []),
		{
			value: 'tags',
			label: 'A tag',
			text: values
				? `${formatCount(values.length, 'different value becomes a tag', 'different values become tags')}`
				: 'Each value becomes a tag',
		},
		{ value: 'labelled', label: 'A part of the words', text: 'It stands below its heading' },
		{ value: 'none', label: 'Leave it out', text: '' },
		{ value: 'other', label: 'Something else', text: '' },
	]
	const choose = (value: string) => {
		setOther(value === 'other')
		if (value !== 'other') onAnswer(value as ImportTarget)
	}
	return (
		<section className="import-question" aria-labelledby={id} id={questionId(at)} tabIndex={-1}>
			<div>
				<h2 className="ui-section-title" id={id}>
					What is <bdi className="import-heading">{heading}</bdi>
					{/[?؟？]\s*$/.test(heading) ? '' : '?'}
				</h2>
				<p className="ui-quiet">
					Filled in {formatNumber(filled)} of {formatCount(rows, 'row')}. It could be several things.
				</p>
				<ColumnSamples column={column} />
			</div>
			<div>
				<RadioList
					label={`What ${heading} is`}
					value={isOther ? 'other' : (answer ?? '')}
					options={options}
					onChange={choose}
				/>
				{isOther ? (
					<TargetSelect
						aria-label={`${heading} is`}
						value={answer !== undefined && !listed.includes(answer) ? answer : 'none'}
						onChange={onAnswer}
					/>
				) : null}
			</div>
		</section>
	)
}
