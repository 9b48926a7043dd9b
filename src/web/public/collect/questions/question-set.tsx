import type { ReactNode } from 'react'
import type { QuestionProps } from '#web/public/collect/island.ts'
import { FieldError } from '#web/public/page-shell/field-error.tsx'

type SetProps = QuestionProps & {
	hint?: string | undefined
	ends?: string
	/** True when an optional answer can be taken back: radios cannot be unticked. */
	isClearable?: boolean
	children: ReactNode
}

/** A question that is answered by several controls. `hint` stands below the tip, `ends` are described with both. */
export function QuestionSet(props: SetProps) {
	const { question, island, problem, hint, ends, isClearable } = props
	const id = `a-${question.id}`
	const describedBy = [problem && `${problem.field}-x`, question.tip && `${id}-tip`, hint && `${id}-hint`, ends].filter(
		Boolean,
	)
	return (
		<div className="asks">
			<fieldset aria-describedby={describedBy.join(' ') || undefined}>
				<legend id={`${id}-legend`}>
					<bdi>{question.label}</bdi> {question.required ? null : <span className="opt">{island.words.optional}</span>}
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
			{isClearable && !question.required ? (
				<button className="no-answer" type="button" aria-describedby={`${id}-legend`} onClick={clear}>
					{island.asks?.noAnswer}
				</button>
			) : null}
		</div>
	)
}

function clear({ currentTarget: button }: { currentTarget: HTMLButtonElement }) {
	const radios = button.parentElement?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? []
	for (const radio of radios) radio.checked = false
	radios[0]?.dispatchEvent(new Event('input', { bubbles: true }))
	radios[0]?.focus()
}
