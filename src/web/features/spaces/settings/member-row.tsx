import { X } from 'lucide-react'
import type { ProfileRow, Role } from '#shared/rows.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { Avatar } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** A member of a space. The profile is missing when it is no longer visible. */
export type Member = { userId: string; role: Role; profile: ProfileRow | null }

/** The display name of a member. */
export function memberName({ profile }: Member): string {
	return profile?.full_name || profile?.username || 'A member'
}

const roles: { value: Role; label: string }[] = [
	{ value: 'owner', label: 'Owner' },
	{ value: 'editor', label: 'Editor' },
	{ value: 'viewer', label: 'Viewer' },
]

/** One row of the member list; owners get a role select and a remove button. */
export function MemberRow({
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
