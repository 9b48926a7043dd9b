import { answerLines, type StoredAnswer } from '#shared/form/answer-lines.ts'
import { formatLocale } from '#web/lib/format/format.ts'

/** An answer to a question of the form, read by the kind of the question: several choices are a list. */
export function AnswerValue({ answer }: { answer: StoredAnswer }) {
	const lines = answerLines(answer, formatLocale())
	if (lines.length === 1) return <p dir="auto">{lines[0]}</p>
	return (
		<ul className="inbox-chosen">
			{lines.map((line) => (
				<li key={line} dir="auto">
					{line}
				</li>
			))}
		</ul>
	)
}
