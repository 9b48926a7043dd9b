import { type FormEvent, useRef, useState } from 'react'
import { randomUuid } from '#shared/random-uuid.ts'
import { addressFault } from '#web/features/invitations/recipients/check-address.ts'
import type { RecipientList } from '#web/features/invitations/recipients/recipient-list.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { InvitationDraft } from './invitation-draft.ts'

/** One person at a time; the fields are emptied for the next. */
export function AddByTyping({
	typed,
	lists,
	onEdit,
}: {
	typed: InvitationDraft['typed']
	lists: readonly RecipientList[]
	onEdit: (part: Partial<InvitationDraft>) => void
}) {
	const [error, setError] = useState<string | null>(null)
	const form = useRef<HTMLFormElement>(null)
	const change = (part: Partial<InvitationDraft['typed']>) => {
		setError(null)
		onEdit({ typed: { ...typed, ...part } })
	}
	const add = (event: FormEvent) => {
		event.preventDefault()
		const fault = addressFault(typed.email.trim())
		setError(fault)
		if (fault) return form.current?.querySelector<HTMLInputElement>('[type="email"]')?.focus()
		onEdit({ lists: addTyped(lists, typed), typed: { name: '', email: '' } })
		form.current?.querySelector('input')?.focus()
	}
	return (
		<form className="invite-add" ref={form} noValidate onSubmit={add}>
			<div className="invite-two">
				<TextField
					label="Name"
					dir="auto"
					autoComplete="off"
					maxLength={120}
					value={typed.name}
					onChange={({ target }) => change({ name: target.value })}
				/>
				<TextField
					label="E-mail"
					type="email"
					dir="ltr"
					autoComplete="off"
					error={error}
					value={typed.email}
					onChange={({ target }) => change({ email: target.value })}
				/>
			</div>
			<div>
				<Button type="submit">Add this person</Button>
			</div>
		</form>
	)
}

function addTyped(lists: readonly RecipientList[], { name, email }: InvitationDraft['typed']): RecipientList[] {
	const row = [name.trim(), email.trim()]
	const own = lists.find(({ origin }) => origin === 'typed')
	if (own) return lists.map((list) => (list === own ? { ...own, rows: [...own.rows, row] } : list))
	const list: RecipientList = {
		id: randomUuid(),
		origin: 'typed',
		header: null,
		columns: ['name', 'email'],
		rows: [row],
	}
	return [...lists, list]
}
