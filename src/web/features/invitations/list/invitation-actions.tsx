import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { addressFault } from '#web/features/invitations/recipients/check-address.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog, Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { useCancelInvitation, useEraseInvitation, useRemindInvitation } from './use-invitation-actions.ts'

/** The actions that the state of an invitation allows: cancel; or remind, mend and send again, and delete. */
export function InvitationActions({ item }: { item: ListedInvitation }) {
	const { state, reminded_at: reminded } = item
	if (state === 'queued') return <Cancel item={item} />
	return (
		<>
			{state === 'failed' ? <MendDialog item={item} /> : null}
			{(state === 'sent' || state === 'opened') && !reminded ? <AskAgain item={item} /> : null}
			<EraseInvitation item={item} />
		</>
	)
}

function AskAgain({ item }: { item: ListedInvitation }) {
	const remind = useRemindInvitation()
	const who = item.name ?? item.email
	return (
		<Button
			size="tiny"
			busy={remind.isPending}
			disabled={remind.isSuccess}
			onClick={() =>
				remind.mutate(
					{ invitation_id: item.id },
					{
						onSuccess: () => toast(`A reminder to ${who} goes out now. There is no further one.`),
						onError: (error) => toast(errorMessage(error)),
					},
				)
			}
		>
			{remind.isSuccess ? 'Asked again' : 'Ask again'}
			<span className="ui-sr"> ({who})</span>
		</Button>
	)
}

function Cancel({ item }: { item: ListedInvitation }) {
	const [isOpen, setOpen] = useState(false)
	const cancel = useCancelInvitation()
	const who = item.name ?? item.email
	return (
		<ConfirmDialog
			open={isOpen}
			onOpenChange={setOpen}
			trigger={
				<Button size="tiny">
					Cancel<span className="ui-sr"> the invitation of {who}</span>
				</Button>
			}
			title="Cancel this invitation?"
			description={
				<>
					<bdi>{who}</bdi> gets no mail, and can be asked later.
				</>
			}
			confirm="Cancel the invitation"
			dismiss="Keep it"
			busy={cancel.isPending}
			onConfirm={() => cancel.mutate({ invitation_id: item.id }, { onSuccess: () => setOpen(false) })}
		>
			{cancel.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(cancel.error)}
				</p>
			) : null}
		</ConfirmDialog>
	)
}

/** Deletes an invitation that left the queue, after a confirmation that says what stays. */
function EraseInvitation({ item }: { item: ListedInvitation }) {
	const [isOpen, setOpen] = useState(false)
	const erase = useEraseInvitation()
	const who = item.name ?? item.email
	return (
		<ConfirmDialog
			open={isOpen}
			onOpenChange={(open) => {
				erase.reset()
				setOpen(open)
			}}
			trigger={
				<Button variant="quiet" size="tiny" icon aria-label={`Delete the invitation of ${who}`}>
					<Trash2 size={16} className="ui-quiet" aria-hidden="true" />
				</Button>
			}
			title="Delete this invitation?"
			description={
				<>
					Name, address, company and note of <bdi>{who}</bdi> are deleted here for good, and no further mail goes out.{' '}
					{whatStays(item)}
				</>
			}
			confirm="Delete the invitation"
			dismiss="Keep it"
			busy={erase.isPending}
			onConfirm={() =>
				// Callbacks of `mutate` are not called once the row is gone.
				void erase.mutateAsync({ invitation_id: item.id }).then(
					() => toast('The invitation is deleted.'),
					() => {},
				)
			}
		>
			{erase.error ? (
				<p className="ui-error" role="alert">
					{errorMessage(erase.error)}
				</p>
			) : null}
		</ConfirmDialog>
	)
}

function whatStays({ state, testimonial_id: testimonial }: ListedInvitation): string {
	if (state === 'answered' && testimonial) return 'The testimonial stays as it is, and counts as invited.'
	if (state === 'declined') return 'This space still never asks this address again.'
	return state === 'failed' ? '' : 'The address can be asked again 90 days after its last mail.'
}

/** Sends a failed invitation again, to a corrected address if it was wrong. */
function MendDialog({ item }: { item: ListedInvitation }) {
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
