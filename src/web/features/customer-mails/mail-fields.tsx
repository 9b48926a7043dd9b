import { Lock } from 'lucide-react'
import { useRef } from 'react'
import { customerMailLimits } from '#shared/mail/customer-mails.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx'
import { insertAtCursor, PlaceholderButtons } from '#web/ui/mail/placeholder-buttons.tsx'
import type { MailDraft } from './use-mail-draft.ts'

const placeholders = ['name', 'space', 'form'].map((label) => ({ name: `{${label}}`, label }))
type Part = 'subject' | 'before' | 'after'

/** Subject and words of a mail, with the two parts that cannot be taken out. */
export function MailFields({
	draft,
	length,
	language,
	isReadOnly,
	errors,
	onEdit,
}: {
	draft: MailDraft
	length: number
	language: string
	isReadOnly: boolean
	errors: { subject: string | undefined; body: string | undefined }
	onEdit: (part: Partial<MailDraft>) => void
}) {
	const { space } = useSpace()
	const fields = useRef<HTMLDivElement>(null)
	const last = useRef<Part>('before')
	const wiring = (part: Part) => ({
		name: `mail-${part}`,
		dir: 'auto' as const,
		lang: language,
		readOnly: isReadOnly,
		value: draft[part],
		onFocus: () => {
			last.current = part
		},
		onChange: ({ target }: { target: { value: string } }) => onEdit({ [part]: target.value }),
	})
	return (
		<div className="cmail-fields" ref={fields}>
			<TextField label="Subject" error={errors.subject} {...wiring('subject')} />
			<div className="cmail-blocks">
				<TextAreaField label="Words" rows={4} error={errors.body} {...wiring('before')} />
				<p className="cmail-locked">
					<span>
						<Lock size={14} aria-hidden="true" /> Their private link
					</span>
					Their own words, and the button to their private page
				</p>
				<TextAreaField
					label="Words after the link"
					hideLabel
					rows={2}
					{...wiring('after')}
					placeholder="Words after the link, such as your name"
				/>
				<p className="cmail-locked">
					<span>
						<Lock size={14} aria-hidden="true" /> Who sends it, and how to stop it
					</span>
					<bdi>{space.name}</bdi>, “No more mails about these words”
				</p>
			</div>
			<p className="ui-help">
				{formatNumber(length)} of {formatNumber(customerMailLimits.body)} characters. Links of your own are not allowed
				in this mail.
			</p>
			{isReadOnly ? null : (
				<PlaceholderButtons
					placeholders={placeholders}
					onInsert={(text) =>
						insertAtCursor(fields, `mail-${last.current}`, text, (value) => onEdit({ [last.current]: value }))
					}
				/>
			)}
		</div>
	)
}
