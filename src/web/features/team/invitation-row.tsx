import { Link as LinkIcon, TriangleAlert } from 'lucide-react'
import type { MemberInvitationRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { invitationState, useInvitationLink, useRevoke, useSendAgain } from './use-invitations.ts'
import { type Member, memberName } from './use-members.ts'

/** One invitation with its state, and buttons to send it again, to show its link and to take it back. */
export function InvitationRow({
	invitation,
	inviter,
}: {
	invitation: MemberInvitationRow
	inviter: Member | undefined
}) {
	const { id, space_id, email, role, expires_at } = invitation
	const isOpen = invitationState(invitation) === 'open'
	const sendAgain = useSendAgain(space_id)
	const revoke = useRevoke(space_id)
	const link = useInvitationLink()
	return (
		<li className="team-invitation">
			<div className="team-who">
				<p className="team-address">
					<bdi>{email}</bdi>
				</p>
				<InvitationStatus invitation={invitation} inviter={inviter} />
			</div>
			<span className="ui-buttons team-acts">
				{isOpen ? (
					<Button
						size="tiny"
						aria-label={`Show the link for ${email}`}
						busy={link.isPending}
						onClick={() => link.mutate(id)}
					>
						Show link
					</Button>
				) : null}
				<Button
					size="tiny"
					aria-label={`${isOpen ? 'Send again' : 'Ask again'}: ${email}`}
					busy={sendAgain.isPending}
					onClick={() => sendAgain.mutate(invitation)}
				>
					{isOpen ? 'Send again' : 'Ask again'}
				</Button>
				<Button
					size="tiny"
					aria-label={`${isOpen ? 'Take back' : 'Remove'}: ${email}`}
					busy={revoke.isPending}
					onClick={() => revoke.mutate(invitation)}
				>
					{isOpen ? 'Take back' : 'Remove'}
				</Button>
			</span>
			{isOpen && link.data ? (
				<div className="team-link">
					<Notice icon={<LinkIcon size={16} aria-hidden="true" />}>
						<p>
							<strong>Give them this link yourself.</strong> It makes one person {roleWords[role].article}, once. It
							ends {formatRelative(expires_at, 'day')}.
						</p>
						<div className="team-copy">
							<input
								className="ui-input ui-mono"
								readOnly
								dir="ltr"
								aria-label={`Link for ${email}`}
								value={link.data}
							/>
							<CopyButton text={link.data} label="Copy link" />
						</div>
					</Notice>
				</div>
			) : null}
		</li>
	)
}

function InvitationStatus({ invitation, inviter }: { invitation: MemberInvitationRow; inviter: Member | undefined }) {
	const user = useUser()
	const { role, created_at, expires_at, declined_at, sent_at, failure, invited_by } = invitation
	const state = invitationState(invitation)
	const warn = <TriangleAlert size={14} aria-hidden="true" />
	if (state === 'declined')
		return (
			<Badge tone="bad" icon={warn}>
				Declined {formatRelative(declined_at ?? created_at, 'day')}
			</Badge>
		)
	if (state === 'expired')
		return (
			<Badge tone="bad" icon={warn}>
				Ended {formatRelative(expires_at, 'day')}, not accepted
			</Badge>
		)
	return (
		<>
			<p className="ui-quiet ui-small">
				{roleWords[role].label}, asked by{' '}
				{invited_by === user.id ? 'you' : <bdi>{inviter ? memberName(inviter) : 'an owner'}</bdi>}{' '}
				{formatRelative(created_at, 'day')}, ends {formatRelative(expires_at, 'day')}
				{sent_at || failure ? '' : '. The mail is on its way'}
			</p>
			{failure ? (
				<p className="ui-error team-failure">
					{warn}
					<span>
						The mail was refused: <bdi>{failure}</bdi>
					</span>
				</p>
			) : null}
		</>
	)
}
