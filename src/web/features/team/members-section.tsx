import { X } from 'lucide-react'
import { useState } from 'react'
import type { Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { roles, roleWords } from '#web/lib/spaces/role-words.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Avatar } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
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

/** One member; owners get a role select and a remove button for the others. */
function MemberRow({
	member: { role, since, profile },
	name,
	address,
	me,
	editable,
	onRole,
	onRemove,
}: {
	member: Member
	name: string
	/** Known to owners. */
	address: string | null | undefined
	me: boolean
	editable: boolean
	onRole: (role: Role) => void
	onRemove: () => void
}) {
	const picture = usePublicFile('avatars', profile?.avatar_path)
	const handle = address && address !== name ? address : profile?.username !== name ? profile?.username : undefined
	return (
		<li className="ui-line team-line">
			<Avatar name={name} src={picture} />
			<div className="team-who">
				<p>
					<strong>
						<bdi>{name}</bdi>
					</strong>{' '}
					{me ? <span className="ui-quiet ui-small">you</span> : null}
				</p>
				<p className="ui-quiet ui-small">
					{handle ? (
						<>
							<bdi>{handle}</bdi>,{' '}
						</>
					) : null}
					since {formatDate(since)}
				</p>
			</div>
			{editable ? (
				<span className="ui-buttons team-acts">
					<select
						className="ui-input team-role"
						aria-label={`Role of ${name}`}
						value={role}
						onChange={(event) => onRole(event.target.value as Role)}
					>
						{roles.map((value) => (
							<option key={value} value={value}>
								{roleWords[value].label}
							</option>
						))}
					</select>
					<Button variant="quiet" icon aria-label={`Remove ${name}`} onClick={onRemove}>
						<X size={16} aria-hidden="true" />
					</Button>
				</span>
			) : (
				<span className="ui-quiet">{roleWords[role].label}</span>
			)}
		</li>
	)
}
