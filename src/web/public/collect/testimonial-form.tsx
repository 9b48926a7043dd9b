import type { ClipboardEvent, ReactNode, RefObject, SubmitEvent } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { type Problem, ProblemSummary } from '#web/public/page-shell/field-error.tsx'
import { TextField } from '#web/public/page-shell/text-field.tsx'
import { BodyField } from './fields/body-field.tsx'
import { KindField } from './fields/kind-field.tsx'
import { AuthorFields, ConsentFieldset } from './fields/person-fields.tsx'
import { StarField } from './fields/star-field.tsx'
import { type Island, needsScript } from './island.ts'
import type { HeldTitle } from './submit/use-submission.ts'

/**
 * The whole form. Its fields are uncontrolled: input typed before the script loads stays, and without a script it is
 * an ordinary form post.
 */
export function TestimonialForm(props: {
	formRef?: RefObject<HTMLFormElement | null>
	island: Island
	problems: readonly Problem[]
	/** The title for problems that keep a form in steps from going on. */
	heldTitle?: HeldTitle | undefined
	/** Shown at the top: problems found when the page opened. */
	notices: ReactNode
	/** Shown beside Send: the outcome of the submission. */
	outcome: ReactNode
	kept: boolean
	live: boolean
	sending: boolean
	/** The reason why a pressed Send waits, in words. */
	waiting: string | null
	onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
	onInput?: () => void
	onPaste?: (event: ClipboardEvent<HTMLFormElement>) => void
}) {
	const { island, problems, live } = props
	const { form, parts, words } = island
	const problemOf = (field: string) => problems.find((problem) => problem.field === field)
	return (
		<form
			ref={props.formRef}
			className={needsScript(island, form.accepts) ? 'answer-form scripted' : 'answer-form'}
			id="tell"
			method="post"
			encType="multipart/form-data"
			action="/functions/v1/submit"
			noValidate={live}
			onSubmit={props.onSubmit}
			onInput={props.onInput}
			onChange={props.onInput}
			onPaste={props.onPaste}
		>
			<ProblemSummary
				title={interpolate(words[props.heldTitle ?? (problems.length === 1 ? 'oneProblem' : 'problems')], {
					n: problems.length,
				})}
				problems={problems}
			/>
			{props.notices}
			{form.rating !== 'off' && <StarField island={island} problem={problemOf('rating')} />}
			{island.headline && (
				<div className="part">
					<TextField {...island.headline} problem={problemOf('headline')} />
				</div>
			)}
			<div className="part">
				<KindField island={island} problemOf={problemOf} />
				<BodyField island={island} problem={problemOf('body')} kept={props.kept} live={live} />
			</div>
			{parts && (
				<div className="part fields">
					{form.questions.map((question) => (
						<parts.QuestionField
							key={question.id}
							question={question}
							island={island}
							problem={problemOf(`answer_${question.id}`)}
						/>
					))}
				</div>
			)}
			<AuthorFields island={island} problemOf={problemOf} />
			<ConsentFieldset island={island} sending={props.sending} waiting={props.waiting} outcome={props.outcome} />
			<div className="vh" {...island.hidden} />
		</form>
	)
}
