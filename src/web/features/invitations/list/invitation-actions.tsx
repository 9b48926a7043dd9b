import { useState } from 'react'
import { toast } from 'sonner'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { EraseInvitation } from './erase-invitation.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { MendDialog } from './mend-dialog.tsx'
import { useCancelInvitation, useRemindInvitation } from './use-invitation-actions.ts'

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
