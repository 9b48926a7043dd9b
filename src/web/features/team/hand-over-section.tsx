import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { memberName, useMemberAddresses, useMembers } from './use-members.ts'

/** Makes another member the owner and oneself an editor, after a confirmation. */
export function HandOverSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const queries = useQueryClient()
	const { data: members } = useMembers(space.id)
	const addresses = useMemberAddresses(space.id, isOwner)
	const [chosen, setChosen] = useState('')
	const [asking, setAsking] = useState(false)
	const others = members?.filter(({ userId }) => userId !== user.id) ?? []
	const next = others.find(({ userId }) => userId === chosen) ?? others[0]
	const name = next ? memberName(next, addresses.get(next.userId)) : ''
	const handOver = useMutation({
		mutationFn: async (userId: string) =>
			throwIfError(await (await supabase).rpc('hand_over_space', { space_id: space.id, user_id: userId })),
		onSuccess: () => {
			toast(`${name} owns the space now. You are an editor.`)
			setAsking(false)
		},
		onSettled: () => refetchQueries(queries, queryKeys.members(space.id), queryKeys.spaces(user.id)),
	})
	return (
		<SettingsSection id="hand-over" title="Hand over" text="Another member becomes the owner, and you an editor.">
			{next ? (
				<>
					<div className="team-hand-over">
						<SelectField label="New owner" value={next.userId} onChange={({ target }) => setChosen(target.value)}>
							{others.map((member) => (
								<option key={member.userId} value={member.userId}>
									{memberName(member, addresses.get(member.userId))}
								</option>
							))}
						</SelectField>
						<Button onClick={() => setAsking(true)}>Hand over</Button>
					</div>
					<ConfirmDialog
						open={asking}
						onOpenChange={(open) => {
							handOver.reset()
							setAsking(open)
						}}
						title={
							<>
								Hand over <bdi>{space.name}</bdi> to <bdi>{name}</bdi>?
							</>
						}
						description="They become an owner at once, and you an editor. Only they can give it back."
						confirm="Hand over"
						busy={handOver.isPending}
						onConfirm={() => handOver.mutate(next.userId)}
					>
						{handOver.error ? <p className="ui-error">{errorMessage(handOver.error)}</p> : null}
					</ConfirmDialog>
				</>
			) : (
				<p className="ui-help">
					Invite the person first. Once they are a member, the space can be handed over to them.
				</p>
			)}
		</SettingsSection>
	)
}
