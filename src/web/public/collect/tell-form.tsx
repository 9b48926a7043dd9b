import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { AuthorFields } from './author-fields.tsx'
import { ConsentPart } from './consent-part.tsx'
import { ProblemSummary } from './field-error.tsx'
import { fill } from './fill.ts'
import type { Island, Problem } from './island.ts'
import { KindField } from './kind-field.tsx'
import { QuestionField } from './question-field.tsx'
import { StarField } from './star-field.tsx'
import { WordsField } from './words-field.tsx'

/**
 * The whole form. Its fields belong to the browser, not to React: what is typed before the script arrives
 * stays, and without a script it is an ordinary form post.
 */
export function TellForm(props: {
	formRef?: RefObject<HTMLFormElement | null>
	island: Island
	problems: Problem[]
	/** Said at the top: what was found when the page opened. */
	notices: ReactNode
	/** Said beside Send: what became of sending. */
	outcome: ReactNode
	kept: boolean
	live: boolean
	sending: boolean
	onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
	onInput?: () => void
}) {
	const { island, problems, live } = props
	const { form, words } = island
	const problemOf = (field: string) => problems.find((problem) => problem.field === field)
	const title = problems.length === 1 ? words.oneProblem : words.problems
	return (
		<form
			ref={props.formRef}
			className="tell"
			id="tell"
			method="post"
			encType="multipart/form-data"
			action="/functions/v1/submit"
			noValidate={live}
			onSubmit={props.onSubmit}
			onInput={props.onInput}
			onChange={props.onInput}
		>
			<ProblemSummary title={fill(title, { n: problems.length })} problems={problems} />
			{props.notices}
			{form.rating === 'off' ? null : <StarField island={island} problem={problemOf('rating')} />}
			<div className="part">
				<KindField island={island} problem={problemOf('photo')} />
				<WordsField island={island} problem={problemOf('body')} kept={props.kept} live={live} />
			</div>
			{form.questions.length === 0 ? null : (
				<div className="part fields">
					{form.questions.map((question) => (
						<QuestionField
							key={question.id}
							question={question}
							island={island}
							problem={problemOf(`answer_${question.id}`)}
						/>
					))}
				</div>
			)}
			<AuthorFields island={island} problemOf={problemOf} />
			<ConsentPart island={island} sending={props.sending} outcome={props.outcome} />
			<Unseen island={island} />
		</form>
	)
}

/** What the server needs and nobody reads; `website` is a trap that only a machine fills in. */
function Unseen({ island }: { island: Island }) {
	return (
		<>
			<input type="hidden" name="form" value={island.form.slug} />
			<input type="hidden" name="locale" value={island.lang} />
			<input type="hidden" name="consent_asked" value={island.form.consent_text} />
			<input type="hidden" name="proof" value={island.proof} />
			<input type="hidden" name="idempotency_key" value={island.sendKey} />
			<div className="trap" aria-hidden="true">
				<label>
					Website <input name="website" tabIndex={-1} autoComplete="off" />
				</label>
			</div>
		</>
	)
}
