import { useState } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Member, MemberRow, memberName } from './member-row.tsx'
import { useChangeMember, useMembers } from './use-members.ts'

/** Members and their roles. Owners change roles; the last owner cannot be demoted. */
export function MembersSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const [memberToRemove, setMemberToRemove] = useState<Member | null>(null)
	const list = useMembers(space.id)
	const change = useChangeMember(space.id)
	const removal = useChangeMember(space.id)
	const remove = (member: Member) =>
		removal.mutate(
			{ member, role: null },
			{ onSettled: () => setMemberToRemove((now) => (now === member ? null : now)) },
		)
	return (
		<SettingsSection id="members" title="Members" text="Owners do everything. Editors approve and edit. Viewers read.">
			{list.error ? <p className="ui-error">{errorMessage(list.error)}</p> : null}
			{list.isPending ? <Spinner /> : null}
			<ul className="ui-rows">
				{list.data?.map((member) => (
					<MemberRow
						key={member.userId}
						member={member}
						me={member.userId === user.id}
						editable={isOwner && list.data.length > 1}
						onRole={(role) => change.mutate({ member, role })}
						onRemove={() => setMemberToRemove(member)}
					/>
				))}
			</ul>
			<ConfirmDialog
				open={memberToRemove !== null}
				onOpenChange={(open) => open || setMemberToRemove(null)}
				title={
					<>
						Remove <bdi>{memberToRemove && memberName(memberToRemove)}</bdi>?
					</>
				}
				description="They lose sight of the space at once. Nothing that they did is undone."
				confirm="Remove"
				busy={removal.isPending}
				onConfirm={() => memberToRemove && remove(memberToRemove)}
			/>
		</SettingsSection>
	)
}
