import { useState } from 'react'
import type { CheckedRecipient } from '#web/features/invitations/recipients/check-recipients.ts'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { TextButton } from '#web/ui/button.tsx'
import { SegmentedControl } from '#web/ui/fields/choice.tsx'
import { AddByFile } from './add-by-file.tsx'
import { AddByPasting } from './add-by-pasting.tsx'
import { AddByTyping } from './add-by-typing.tsx'
import type { InvitationDraft } from './invitation-draft.ts'
import { ListSummary } from './list-summary.tsx'
import { RecipientRows } from './recipient-rows.tsx'

const ways = [
	{ value: 'paste', label: 'Paste' },
	{ value: 'file', label: 'CSV file' },
	{ value: 'type', label: 'Type' },
] as const

/** The recipients: three ways to add people, the columns of their lists, and each row with its outcome. */
export function RecipientsSection({
	draft,
	rows,
	onEdit,
	onEditList,
}: {
	draft: InvitationDraft
	rows: CheckedRecipient[]
	onEdit: (part: Partial<InvitationDraft>) => void
	onEditList: (id: string, change: (list: RecipientList) => RecipientList | null) => void
}) {
	const { lists, way } = draft
	const [isAdding, setAdding] = useState(lists.length === 0 || draft.pasted !== '' || draft.typed.email !== '')
	const isShown = isAdding || lists.length === 0
	const add = (list: RecipientList) => {
		onEdit({ lists: [...lists, list] })
		setAdding(false)
	}
	return (
		<section className="invite-part" aria-labelledby="invite-who">
			<div className="invite-part-top">
				<h2 className="ui-section-title" id="invite-who">
					Who
				</h2>
				{isShown ? (
					<SegmentedControl
						label="Way to add people"
						value={way}
						options={ways}
						onChange={(next) => onEdit({ way: next })}
					/>
				) : (
					<TextButton onClick={() => setAdding(true)}>Add more people</TextButton>
				)}
			</div>
			{isShown && way === 'paste' ? (
				<AddByPasting text={draft.pasted} onChange={(pasted) => onEdit({ pasted })} onAdd={add} />
			) : null}
			{isShown && way === 'file' ? <AddByFile onAdd={add} /> : null}
			{isShown && way === 'type' ? <AddByTyping typed={draft.typed} lists={lists} onEdit={onEdit} /> : null}
			{lists.map((list) => (
				<ListSummary key={list.id} list={list} onChange={(change) => onEditList(list.id, change)} />
			))}
			{rows.length > 0 ? <RecipientRows rows={rows} onEditList={onEditList} /> : null}
		</section>
	)
}
