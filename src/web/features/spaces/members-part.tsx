import { useState } from 'react'
import { useUser } from '#web/lib/auth-context.tsx'
import { sayError } from '#web/lib/errors.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Member, MemberRow, nameOf } from './member-row.tsx'
import { useChangeMember, useMembers } from './members-data.ts'

/** Who works in the space, and as what. Owners change roles; the last owner stays one. */
export function MembersPart() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const [leaving, setLeaving] = useState<Member | null>(null)
	const list = useMembers(space.id)
	const change = useChangeMember(space.id)
	const removal = useChangeMember(space.id)
	const remove = (member: Member) =>
		removal.mutate(
			{ member, role: null },
			{ onSettled: () => setLeaving((now) => (now === member ? null : now)) },
		)
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
				title={
					<>
						Remove <bdi>{leaving && nameOf(leaving)}</bdi>?
					</>
				}
				description="They lose sight of the space at once. Nothing that they did is undone."
				confirm="Remove"
				busy={removal.isPending}
				onConfirm={() => leaving && remove(leaving)}
			/>
		</SettingsPart>
	)
}
