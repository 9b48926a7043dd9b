import type { ThankYou } from '#shared/public-form.ts'
import { AreaField, TextField } from '#web/ui/text-field.tsx'
import type { PartProps } from './words-section.tsx'

/** What is said about a reward, and what shows after sending. */
export function AfterSection({ draft, problems, change }: PartProps) {
	const thanks = draft.thank_you
	const thank = (part: Partial<ThankYou>) => {
		const next = { ...thanks, ...part }
		const kept = Object.entries(next).filter(([, words]) => words !== '')
		change({ type: 'set', part: { thank_you: Object.fromEntries(kept) } })
	}
	return (
		<section aria-labelledby="after-title">
			<div className="editor-head">
				<h2 className="ui-section-title" id="after-title">
					After sending
				</h2>
			</div>
			<div className="editor-fields">
				<AreaField
					label="Thank-you"
					className="editor-short"
					placeholder="Thank you. We read every one."
					dir="auto"
					maxLength={1000}
					value={thanks.message ?? ''}
					onChange={(event) => thank({ message: event.target.value })}
				/>
				<div className="question-two">
					<TextField
						label="Button under it"
						placeholder="Back to the shop"
						dir="auto"
						maxLength={60}
						value={thanks.link_label ?? ''}
						onChange={(event) => thank({ link_label: event.target.value })}
					/>
					<TextField
						label="Leads to"
						type="url"
						inputMode="url"
						dir="ltr"
						placeholder="https://"
						maxLength={1000}
						value={thanks.link_url ?? ''}
						error={problems.thank_you}
						onChange={(event) => thank({ link_url: event.target.value.trim() })}
					/>
				</div>
				<TextField
					label="Reward"
					placeholder="None"
					dir="auto"
					maxLength={200}
					help="If you give one, say so here. It is printed beside the words, as the law in many places asks. Give it for any words, never for good ones."
					value={draft.reward_disclosure}
					onChange={(event) =>
						change({ type: 'set', part: { reward_disclosure: event.target.value } })
					}
				/>
			</div>
		</section>
	)
}
