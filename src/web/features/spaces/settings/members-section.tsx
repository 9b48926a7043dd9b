import { X } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Avatar } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Member, useChangeMember, useMembers } from './use-members.ts'

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

/** The display name of a member. */
function memberName({ profile }: Member): string {
	return profile?.full_name || profile?.username || 'A member'
}

const roles: { value: Role; label: string }[] = [
	{ value: 'owner', label: 'Owner' },
	{ value: 'editor', label: 'Editor' },
	{ value: 'viewer', label: 'Viewer' },
]

/** One row of the list; owners get a role select and a remove button. */
function MemberRow({
	member,
	me,
	editable,
	onRole,
	onRemove,
}: {
	member: Member
	me: boolean
	editable: boolean
	onRole: (role: Role) => void
	onRemove: () => void
}) {
	const { role, profile } = member
	const picture = usePublicFile('avatars', profile?.avatar_path)
	const name = memberName(member)
	return (
		<li className="ui-line">
			<Avatar name={name} src={picture} />
			<div>
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>{' '}
					{me ? <span className="ui-quiet ui-small">you</span> : null}
				</p>
				{profile?.username ? <p className="ui-quiet ui-small">{profile.username}</p> : null}
			</div>
			{editable ? (
				<span className="ui-buttons">
					<select
						className="ui-input brand-role"
						aria-label={`Role of ${name}`}
						value={role}
						onChange={(event) => onRole(event.target.value as Role)}
					>
						{roles.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
					{me ? null : (
						<Button variant="quiet" icon aria-label={`Remove ${name}`} onClick={onRemove}>
							<X size={16} aria-hidden="true" />
						</Button>
					)}
				</span>
			) : (
				<span className="ui-quiet">{roles.find(({ value }) => value === role)?.label}</span>
			)}
		</li>
	)
}
