import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useCloseSpace } from '#web/lib/spaces/use-close-space.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useMembers } from './use-members.ts'

/** Leaves the space. The only owner hands it over or deletes it instead. */
export function LeaveSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const close = useCloseSpace()
	const { data: members } = useMembers(space.id)
	const [asking, setAsking] = useState(false)
	const isNeeded = isOwner && members?.filter(({ role }) => role === 'owner').length === 1
	const leave = useMutation({
		mutationFn: async () => {
			const members = (await supabase).from('space_members')
			throwIfError(await members.delete().eq('space_id', space.id).eq('user_id', user.id))
		},
		onSuccess: () => close('You left the space'),
	})
	return (
		<SettingsSection id="leave" title="Leave" text="You can come back only when an owner invites you again.">
			<div>
				<Button
					variant="danger"
					aria-disabled={isNeeded || undefined}
					aria-describedby={isNeeded ? 'leave-help' : undefined}
					onClick={() => isNeeded || setAsking(true)}
				>
					Leave the space
				</Button>
			</div>
			{isNeeded ? (
				<p className="ui-help" id="leave-help">
					You are the only owner. Hand the space over first, or delete it under Space.
				</p>
			) : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Leave the space?"
				description="You lose sight of everything in it at once."
				confirm="Leave the space"
				busy={leave.isPending}
				onConfirm={() => leave.mutate()}
			>
				{leave.error ? <p className="ui-error">{errorMessage(leave.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}
