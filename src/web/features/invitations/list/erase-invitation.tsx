import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { useEraseInvitation } from './use-invitation-actions.ts'

/** Deletes an invitation that left the queue, after a confirmation that says what stays. */
export function EraseInvitation({ item }: { item: ListedInvitation }) {
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
