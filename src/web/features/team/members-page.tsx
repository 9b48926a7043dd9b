import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { HandOverSection } from './hand-over-section.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteSection } from './invite-section.tsx'
import { LeaveSection } from './leave-section.tsx'
import { MembersSection } from './members-section.tsx'
import { RolesSection } from './roles-section.tsx'
import { useInvitations } from './use-invitations.ts'
import { useMembers } from './use-members.ts'
import './members-page.css'

/** /dashboard/space/members: the team of the space. Owners invite, change and remove; the others read. */
export function Page() {
	const { space, isOwner } = useSpace()
	useLiveTeam(space.id)
	usePageTitle('Members', space.name)
	return (
		<>
			<SettingsHead title="Members">
				People who read and look after the testimonials of <bdi>{space.name}</bdi>.
			</SettingsHead>
			{isOwner ? <InviteSection spaceId={space.id} /> : null}
			<MembersSection />
			{isOwner ? <PendingSection spaceId={space.id} /> : null}
			<RolesSection />
			{isOwner ? <HandOverSection /> : null}
			<LeaveSection />
		</>
	)
}

/** Invitations that are not accepted: open, expired and declined ones; nothing when there are none. */
function PendingSection({ spaceId }: { spaceId: string }) {
	const { data: invitations, error } = useInvitations(spaceId, true)
	const { data: members } = useMembers(spaceId)
	if (error) return <p className="ui-error">{errorMessage(error)}</p>
	if (!invitations?.length) return null
	return (
		<SettingsSection id="pending" title="Not accepted yet" text="An invitation ends after 14 days.">
			<ul className="ui-rows">
				{invitations.map((invitation) => (
					<InvitationRow
						key={invitation.id}
						invitation={invitation}
						inviter={members?.find(({ userId }) => userId === invitation.invited_by)}
					/>
				))}
			</ul>
		</SettingsSection>
	)
}

/** Reads members, invitations and the user's own role again when they change on the server. */
function useLiveTeam(spaceId: string): void {
	const queries = useQueryClient()
	const { id } = useUser()
	useEffect(() => {
		const filter = `space_id=eq.${spaceId}`
		return followChanges(
			`team:${spaceId}`,
			[
				{ table: 'space_members', event: 'INSERT', filter },
				{ table: 'space_members', event: 'UPDATE', filter },
				{ table: 'space_members', event: 'DELETE' },
				{ table: 'member_invitations', event: 'INSERT', filter },
				{ table: 'member_invitations', event: 'UPDATE', filter },
			],
			// Rows are read again, not taken from the event: it has no profile, and a deleted row has only its key.
			() => void refetchQueries(queries, queryKeys.members(spaceId), queryKeys.spaces(id)),
		)
	}, [queries, spaceId, id])
}
