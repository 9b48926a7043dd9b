import { useRef } from 'react'
import { suggestedInvitation } from '#shared/mail/suggested-invitation.ts'
import { TemplateBar } from '#web/features/invitations/templates/template-bar.tsx'
import type { InvitableForm } from '#web/features/invitations/use-invitable-forms.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { insertAtCursor, PlaceholderButtons } from '#web/ui/mail/placeholder-buttons.tsx'
import type { InvitationDraft } from './invitation-draft.ts'
import type { Message } from './message.ts'

/** The fields that the server fills for each recipient. */
const messageFields = [
	{ name: '{name}', label: 'name' },
	{ name: '{space}', label: 'space' },
	{ name: '{form}', label: 'form' },
] as const

const reminders = [3, 5, 7, 14, 30]

/** The form that is asked for, subject and words, and the reminder. */
export function MessageSection({
	forms,
	form,
	message,
	remindAfterDays,
	replyTo,
	errors,
	onEdit,
}: {
	forms: InvitableForm[]
	form: InvitableForm
	message: Message
	remindAfterDays: number | null
	/** The member's own address; undefined for a member without one. */
	replyTo: { address: string; isOn: boolean } | undefined
	errors: Partial<Message>
	/** A null subject or message goes back to the suggested one. */
	onEdit: (
		part: Partial<Pick<InvitationDraft, 'formId' | 'subject' | 'message' | 'remindAfterDays' | 'replyToMe'>>,
	) => void
}) {
	const fields = useRef<HTMLDivElement>(null)
	const suggested = suggestedInvitation(form.locale)
	const isChanged = message.subject !== suggested.subject || message.message !== suggested.message
	const lastField = useRef<keyof Message>('message')
	return (
		<section className="invite-part" aria-labelledby="invite-say">
			<div className="invite-part-top">
				<h2 className="ui-section-title" id="invite-say">
					Message
				</h2>
				{isChanged ? (
					<Button variant="quiet" size="tiny" onClick={() => onEdit({ subject: null, message: null })}>
						Use the suggested words
					</Button>
				) : null}
			</div>
			<div className="invite-fields" ref={fields}>
				<SelectField label="Form" value={form.id} onChange={({ target }) => onEdit({ formId: target.value })}>
					{forms.map(({ id, name, is_open }) => (
						<option key={id} value={id} disabled={!is_open}>
							{name}
							{is_open ? '' : ' (closed)'}
						</option>
					))}
				</SelectField>
				<TemplateBar message={message} onChoose={onEdit} />
				<TextField
					label="Subject"
					name="invite-subject"
					dir="auto"
					maxLength={200}
					error={errors.subject}
					value={message.subject}
					onFocus={() => {
						lastField.current = 'subject'
					}}
					onChange={({ target }) => onEdit({ subject: target.value })}
				/>
				<TextAreaField
					label="Your words"
					name="invite-message"
					dir="auto"
					rows={7}
					maxLength={5000}
					error={errors.message}
					help="The button with the personal link and the foot with “Do not ask me again” come after your words."
					value={message.message}
					onFocus={() => {
						lastField.current = 'message'
					}}
					onChange={({ target }) => onEdit({ message: target.value })}
				/>
				<PlaceholderButtons
					placeholders={messageFields}
					onInsert={(text) =>
						insertAtCursor(fields, `invite-${lastField.current}`, text, (value) =>
							onEdit({ [lastField.current]: value }),
						)
					}
				/>
				<SelectField
					label="Reminder, when no answer came"
					value={remindAfterDays ?? ''}
					onChange={({ target }) => onEdit({ remindAfterDays: target.value === '' ? null : Number(target.value) })}
				>
					{reminders.map((days) => (
						<option key={days} value={days}>
							Once, after {days} days
						</option>
					))}
					<option value="">None</option>
				</SelectField>
				{replyTo ? (
					<Checkbox checked={replyTo.isOn} onChange={({ target }) => onEdit({ replyToMe: target.checked })}>
						Replies to the mail reach me at <bdi>{replyTo.address}</bdi>
					</Checkbox>
				) : null}
			</div>
		</section>
	)
}
