import { type FormEvent, useState } from 'react'
import { addressFault } from '#web/features/invitations/recipients/check-address.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { useRemindInvitation } from './use-invitation-actions.ts'

/** Sends a failed invitation again, to a corrected address if it was wrong. */
export function MendDialog({ item }: { item: ListedInvitation }) {
	const [isOpen, setOpen] = useState(false)
	const [email, setEmail] = useState(item.email)
	const [fault, setFault] = useState<string | null>(null)
	const send = useRemindInvitation()
	const who = item.name ?? item.email
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const found = addressFault(email.trim())
		setFault(found)
		if (found || send.isPending) return
		send.mutate({ invitation_id: item.id, new_email: email.trim() }, { onSuccess: () => setOpen(false) })
	}
	return (
		<Dialog
			open={isOpen}
			onOpenChange={(open) => {
				if (open) {
					setEmail(item.email)
					setFault(null)
					send.reset()
				}
				setOpen(open)
			}}
			trigger={
				<Button size="tiny">
					Send again<span className="ui-sr"> to {who}</span>
				</Button>
			}
			title="Send this invitation again"
			description={
				<>
					The mail server said: <bdi>{item.failure ?? 'nothing'}</bdi>
				</>
			}
		>
			<form noValidate onSubmit={submit} className="invite-mend">
				<TextField
					label="E-mail"
					type="email"
					dir="ltr"
					autoComplete="off"
					error={fault ?? (send.error ? errorMessage(send.error) : null)}
					help="Mend the address if it is wrong, or leave it as it is."
					value={email}
					onChange={({ target }) => {
						setFault(null)
						send.reset()
						setEmail(target.value)
					}}
				/>
				<DialogFooter>
					<Button variant="primary" type="submit" busy={send.isPending}>
						Send again
					</Button>
				</DialogFooter>
			</form>
		</Dialog>
	)
}
