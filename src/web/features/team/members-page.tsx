import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Role } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage, throwIfError } from '#web/lib/client/errors.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { useCloseSpace } from '#web/lib/spaces/use-close-space.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { HandOverSection } from './hand-over-section.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteSection } from './invite-section.tsx'
import { MembersSection } from './members-section.tsx'
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

const columns: readonly Role[] = ['viewer', 'editor', 'owner']
/** Rights, with the index of the first role that has them. */
const rights: readonly [what: string, from: number][] = [
	['Read testimonials and addresses', 0],
	['Approve, tag, answer in public', 1],
	['Change forms and walls', 1],
	['Change name and brand, invite and remove people', 2],
	['Delete the space, hand it over', 2],
]

/** The roles and what each may do, as a table. */
function RolesSection() {
	return (
		<SettingsSection id="roles" title="What each may do">
			<table className="team-rights">
				<thead>
					<tr>
						<th scope="col">May</th>
						{columns.map((role) => (
							<th key={role} scope="col">
								{roleWords[role].label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rights.map(([what, from]) => (
						<tr key={what}>
							<th scope="row">{what}</th>
							{columns.map((role, at) => (
								<td key={role}>
									{at >= from ? (
										<>
											<Check size={16} aria-hidden="true" />
											<span className="ui-sr">yes</span>
										</>
									) : (
										<span className="ui-quiet">no</span>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</SettingsSection>
	)
}

/** Leaves the space. The only owner hands it over or deletes it instead. */
function LeaveSection() {
	const user = useUser()
	const { space, isOwner } = useSpace()
	const close = useCloseSpace()
	const { data: members } = useMembers(space.id)
	const [asking, setAsking] = useState(false)
	const isNeeded = isOwner && members?.filter(({ role }) => role === 'owner').length === 1
	const leave = useMutation({
		mutationFn: async () => {
			const members = (await supabase).from('space_members')
			throwIfError(await members.delete().eq('space_id', space.id).eq('user_id', user.id))
		},
		onSuccess: () => close('You left the space'),
	})
	return (
		<SettingsSection id="leave" title="Leave" text="You can come back only when an owner invites you again.">
			<div>
				<Button
					variant="danger"
					aria-disabled={isNeeded || undefined}
					aria-describedby={isNeeded ? 'leave-help' : undefined}
					onClick={() => isNeeded || setAsking(true)}
				>
					Leave the space
				</Button>
			</div>
			{isNeeded ? (
				<p className="ui-help" id="leave-help">
					You are the only owner. Hand the space over first, or delete it under Space.
				</p>
			) : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title="Leave the space?"
				description="You lose sight of everything in it at once."
				confirm="Leave the space"
				busy={leave.isPending}
				onConfirm={() => leave.mutate()}
			>
				{leave.error ? <p className="ui-error">{errorMessage(leave.error)}</p> : null}
			</ConfirmDialog>
		</SettingsSection>
	)
}
