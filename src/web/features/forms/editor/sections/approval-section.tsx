import { type AutoApproveBasis, autoApproveBases } from '#shared/rows.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { EditorSection, type SectionProps } from './editor-section.tsx'

const labels: Record<AutoApproveBasis, { name: string; what: string }> = {
	invited: { name: 'Invited', what: 'came by a personal link of yours' },
	email: { name: 'E-mail checked', what: 'as soon as they confirm the address that they gave' },
	provider: { name: 'Signed in', what: 'showed an account elsewhere' },
	order: { name: 'Order checked', what: 'came by a signed order link' },
}

/** Which verified testimonials of the form are approved without a member. Approval by stars is deliberately missing. */
export function ApprovalSection({ draft, edit }: SectionProps) {
	const chosen = draft.auto_approve
	return (
		<EditorSection id="approval-title" title="Approve by itself">
			<fieldset className="editor-approval" aria-labelledby="approval-title">
				{autoApproveBases.map((basis) => (
					<Checkbox
						key={basis}
						checked={chosen.includes(basis)}
						onChange={({ target }) =>
							edit({
								auto_approve: autoApproveBases.filter((one) => (one === basis ? target.checked : chosen.includes(one))),
							})
						}
					>
						{labels[basis].name} <span className="ui-quiet">{labels[basis].what}</span>
					</Checkbox>
				))}
			</fieldset>
			<p className="ui-help">
				{chosen.length === 0
					? 'Every testimonial waits until a member approves it.'
					: 'All others wait until a member approves them, as does what looks like spam, may not be published, or is edited later. You hear of each.'}{' '}
				Stars play no part.
			</p>
		</EditorSection>
	)
}
