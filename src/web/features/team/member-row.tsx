import { X } from 'lucide-react'
import type { Role } from '#shared/rows.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { roles, roleWords } from '#web/lib/spaces/role-words.ts'
import { Avatar } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Member } from './use-members.ts'

/** One member; owners get a role select and a remove button for the others. */
export function MemberRow({
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
