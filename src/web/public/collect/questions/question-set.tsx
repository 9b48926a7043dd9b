import type { ReactNode } from 'react'
import type { QuestionProps } from '#web/public/collect/island.ts'
import { FieldError } from '#web/public/page-shell/field-error.tsx'

/** A question that is answered by several controls. `hint` stands below the tip, `ends` are described with both. */
export function QuestionSet(props: QuestionProps & { hint?: string | undefined; ends?: string; children: ReactNode }) {
	const { question, island, problem, hint, ends } = props
	const id = `a-${question.id}`
	const describedBy = [problem && `${problem.field}-x`, question.tip && `${id}-tip`, hint && `${id}-hint`, ends].filter(
		Boolean,
	)
	return (
		<fieldset className="asks" aria-describedby={describedBy.join(' ') || undefined}>
			<legend dir="auto">
				{`${question.label} `}
				{question.required ? null : <span className="opt">{island.words.optional}</span>}
			</legend>
			{question.tip ? (
				<p className="hint" id={`${id}-tip`} dir="auto">
					{question.tip}
				</p>
			) : null}
			{hint ? (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			) : null}
			{props.children}
			<FieldError problem={problem} />
		</fieldset>
	)
}
