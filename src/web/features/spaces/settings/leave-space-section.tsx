import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** Members leave the space; owners delete it with everything in it, after typing its name. */
export function LeaveSpaceSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const navigate = useNavigate()
	const queries = useQueryClient()
	const [asking, setAsking] = useState(false)
	const [typed, setTyped] = useState('')
	const leave = useMutation({
		mutationFn: async () => {
			const client = await supabase
			throwIfError(
				isOwner
					? await client.from('spaces').delete().eq('id', space.id)
					: await client.from('space_members').delete().eq('space_id', space.id).eq('user_id', user.id),
			)
		},
		onSuccess: async () => {
			toast(isOwner ? 'Space deleted' : 'You left the space')
			queries.removeQueries({ queryKey: queryKeys.space(space.id) })
			await refetchQueries(queries, queryKeys.spaces(user.id))
			navigate('/dashboard')
		},
	})
	const title = isOwner ? 'Delete the space' : 'Leave the space'
	return (
		<SettingsSection
			id="leave"
			title={isOwner ? 'Delete' : 'Leave'}
			text={
				isOwner
					? 'Every testimonial, form and wall goes with it, everywhere.'
					: 'You can come back only when an owner adds you again.'
			}
		>
			<div>
				<Button variant="danger" onClick={() => setAsking(true)}>
					{title}
				</Button>
			</div>
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={`${title}?`}
				description={
					isOwner
						? 'This cannot be taken back. Walls and embeds on other sites become empty within a minute.'
						: 'You lose sight of everything in it at once.'
				}
				confirm={title}
				busy={leave.isPending}
				disabled={isOwner && typed.trim() !== space.name}
				onConfirm={() => leave.mutate()}
			>
				{isOwner ? (
					<TextField
						label={
							<>
								Type <bdi>{space.name}</bdi> to confirm
							</>
						}
						dir="auto"
						autoComplete="off"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				) : null}
				{leave.error ? <p className="ui-error">{errorMessage(leave.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}
