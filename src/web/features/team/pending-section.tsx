import { errorMessage } from '#web/lib/client/errors.ts'
import { SettingsSection } from '#web/ui/settings.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { useInvitations } from './use-invitations.ts'
import { useMembers } from './use-members.ts'

/** Invitations that are not accepted: open, expired and declined ones; nothing when there are none. */
export function PendingSection({ spaceId }: { spaceId: string }) {
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
