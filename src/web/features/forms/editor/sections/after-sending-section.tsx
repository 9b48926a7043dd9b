import { type MoveSeconds, moveSeconds, type StoredThankYou } from '#shared/form/public-form.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { EditorSection, type SectionProps } from './editor-section.tsx'

/** The thanks, gifts and links for visitors after sending. */
export function AfterSendingSection({ draft, problems, edit, examples }: SectionProps) {
	const thankYou = draft.thank_you
	const change = (part: Partial<Record<keyof StoredThankYou, string>>) => {
		const kept = Object.entries({ ...thankYou, ...part }).filter(([, text]) => text !== '')
		edit({ thank_you: Object.fromEntries(kept) })
	}
	const hasUnnamedReward = Boolean(thankYou.coupon_code) && draft.reward_disclosure.trim() === ''
	return (
		<EditorSection id="after-title" title="After sending">
			<div className="editor-fields">
				<TextAreaField
					label="Thank-you"
					className="editor-short"
					placeholder={examples.thank_you}
					dir={thankYou.message ? 'auto' : examples.dir}
					maxLength={1000}
					value={thankYou.message ?? ''}
					onChange={(event) => change({ message: event.target.value })}
				/>
				<div className="question-two">
					<TextField
						label="Button under it"
						placeholder={examples.link_label}
						dir={thankYou.link_label ? 'auto' : examples.dir}
						maxLength={60}
						value={thankYou.link_label ?? ''}
						onChange={(event) => change({ link_label: event.target.value })}
					/>
					<TextField
						label="Leads to"
						type="url"
						inputMode="url"
						dir="ltr"
						placeholder="https://"
						maxLength={1000}
						value={thankYou.link_url ?? ''}
						error={problems.thank_you}
						onChange={(event) => change({ link_url: event.target.value.trim() })}
						onBlur={() => {
							const link = readWebAddress(thankYou.link_url ?? '')
							if ('url' in link && link.url !== thankYou.link_url) change({ link_url: link.url })
						}}
					/>
				</div>
				{thankYou.link_url || thankYou.move_after ? (
					<SelectField
						label="Then"
						help="Visitors read where they go and for how long they wait, and can stay."
						value={thankYou.move_after ?? ''}
						onChange={(event) => change({ move_after: event.target.value as MoveSeconds | '' })}
					>
						<option value="">They stay on the page</option>
						{moveSeconds.map((seconds) => (
							<option key={seconds} value={seconds}>
								They are taken there after {seconds} seconds
							</option>
						))}
					</SelectField>
				) : null}
				<div className="question-two">
					<TextField
						label="Coupon code"
						placeholder="None"
						dir="ltr"
						maxLength={60}
						help="Everybody who sends gets the same one, whatever they write."
						value={thankYou.coupon_code ?? ''}
						onChange={(event) => change({ coupon_code: event.target.value })}
					/>
					<TextField
						label="Words above the code"
						placeholder="10 % off your next order"
						dir="auto"
						maxLength={120}
						value={thankYou.coupon_label ?? ''}
						onChange={(event) => change({ coupon_label: event.target.value })}
					/>
				</div>
				<TextField
					label="Reward"
					placeholder="None"
					dir="auto"
					maxLength={200}
					help={
						hasUnnamedReward
							? 'The code is a reward: say so here. It is printed beside the words, as the law in many places asks.'
							: 'If you give one, say so here. It is printed beside the words, as the law in many places asks. Give it for any words, never for good ones.'
					}
					value={draft.reward_disclosure}
					onChange={(event) => edit({ reward_disclosure: event.target.value })}
				/>
			</div>
		</EditorSection>
	)
}
