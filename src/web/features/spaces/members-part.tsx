import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { ProfileRow, Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth-context.tsx'
import { check, sayError, unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { supabase } from '#web/lib/supabase.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Member, MemberRow } from './member-row.tsx'

/** Who works in the space, and as what. Owners change roles; the last owner stays one. */
export function MembersPart() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const queries = useQueryClient()
	const [leaving, setLeaving] = useState<Member | null>(null)
	const list = useQuery({
		queryKey: keys.members(space.id),
		queryFn: async (): Promise<Member[]> => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('space_members')
					.select('user_id, role, profile:profiles(id, username, full_name, avatar_path)')
					.eq('space_id', space.id),
			)
			const order: Role[] = ['owner', 'editor', 'viewer']
			return rows
				.map(({ user_id, role, profile }) => ({
					userId: user_id,
					role,
					profile: profile as ProfileRow | null,
				}))
				.sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role))
		},
	})
	const change = useMutation({
		mutationFn: async ({ member, role }: { member: Member; role: Role | null }) => {
			const table = (await supabase).from('space_members')
			const write = role ? table.update({ role }) : table.delete()
			check(await write.eq('space_id', space.id).eq('user_id', member.userId))
		},
		onSuccess: () => setLeaving(null),
		onError: (error) => {
			setLeaving(null)
			toast(sayError(error))
		},
		onSettled: () => {
			void queries.invalidateQueries({ queryKey: keys.members(space.id) })
			void queries.invalidateQueries({ queryKey: keys.spaces(user.id) })
		},
	})
	return (
		<SettingsPart
			id="members"
			title="Members"
			words="Owners do everything. Editors approve and edit. Viewers read."
		>
			{list.error ? <p className="ui-error">{sayError(list.error)}</p> : null}
			{list.isPending ? <Spinner /> : null}
			<ul className="ui-rows">
				{list.data?.map((member) => (
					<MemberRow
						key={member.userId}
						member={member}
						me={member.userId === user.id}
						editable={isOwner && list.data.length > 1}
						onRole={(role) => change.mutate({ member, role })}
						onRemove={() => setLeaving(member)}
					/>
				))}
			</ul>
			<ConfirmDialog
				open={leaving !== null}
				onOpenChange={(open) => open || setLeaving(null)}
				title="Remove this member?"
				description="They lose sight of the space at once. Nothing that they did is undone."
				confirm="Remove"
				busy={change.isPending}
				onConfirm={() => leaving && change.mutate({ member: leaving, role: null })}
			/>
		</SettingsPart>
	)
}
