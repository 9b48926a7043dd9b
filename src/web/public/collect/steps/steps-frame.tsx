import type { ReactNode } from 'react'
import type { PublicForm } from '#shared/form/public-form.ts'
import { formPageMessagesFor } from '#web/i18n/form-page-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'

/** Stars, words, each question, then who writes and the consent. */
const countSteps = ({ rating, title_rule, questions }: PublicForm) =>
	[rating, title_rule].filter((rule) => rule !== 'off').length + 1 + questions.length + 1

/** The frame of a form in steps: its progress, and the way on. Without the script it is hidden, and the form is one page. */
export function StepsFrame({ form, lang, children }: { form: PublicForm; lang: string; children: ReactNode }) {
	const { step, next, back } = formPageMessagesFor(lang)
	const all = countSteps(form)
	return (
		<div className="answer in-steps">
			<div className="progress">
				<p className="hint" tabIndex={-1}>
					{interpolate(step, { n: 1, all })}
				</p>
				<ol aria-hidden="true">
					{Array.from({ length: all }, (_, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
						<li key={at} className={at === 0 ? 'done' : undefined} />
					))}
				</ol>
			</div>
			<div id="answer">{children}</div>
			<div className="go">
				<button className="btn" type="button" hidden>
					{back}
				</button>
				<button className="btn first" type="button">
					{next}
				</button>
			</div>
		</div>
	)
}
