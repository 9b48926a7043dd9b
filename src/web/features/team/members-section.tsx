import { useState } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { MemberRow } from './member-row.tsx'
import { type Member, memberName, useChangeMember, useMemberAddresses, useMembers } from './use-members.ts'

/** Members with their roles. Owners change the roles of others and remove them. */
export function MembersSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const [memberToRemove, setMemberToRemove] = useState<Member | null>(null)
	const list = useMembers(space.id)
	const addresses = useMemberAddresses(space.id, isOwner)
	const change = useChangeMember(space.id)
	const removal = useChangeMember(space.id)
	const nameOf = (member: Member) => memberName(member, addresses.get(member.userId))
	const remove = (member: Member) =>
		removal.mutate(
			{ member, role: null },
			{ onSettled: () => setMemberToRemove((now) => (now === member ? null : now)) },
		)
	return (
		<SettingsSection
			id="members"
			title="Members"
			text={list.data ? `${formatCount(list.data.length, 'person', 'people')}. There is always an owner.` : undefined}
		>
			{list.error ? <p className="ui-error">{errorMessage(list.error)}</p> : null}
			{list.isPending ? <Spinner /> : null}
			<ul className="ui-rows">
				{list.data?.map((member) => (
					<MemberRow
						key={member.userId}
						member={member}
						name={nameOf(member)}
						address={addresses.get(member.userId)}
						me={member.userId === user.id}
						editable={isOwner && member.userId !== user.id}
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
						Remove <bdi>{memberToRemove && nameOf(memberToRemove)}</bdi>?
					</>
				}
				description="They lose sight of the space at once, and invitations that they sent as an owner end. Nothing else that they did is undone."
				confirm="Remove"
				busy={removal.isPending}
				onConfirm={() => memberToRemove && remove(memberToRemove)}
			/>
		</SettingsSection>
	)
}
