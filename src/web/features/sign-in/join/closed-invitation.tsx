import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownInvitation } from '#shared/mail/member-invitation-api.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { formatDate } from '#web/lib/format/format-time.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { JoinLayout } from './join-layout.tsx'

/** The reason why a link can no longer be used, and whom to ask. */
export function ClosedInvitation({
	invitation,
	justDeclined,
}: {
	invitation: ShownInvitation | null
	justDeclined: boolean
}) {
	const { session } = useAuth()
	const { title, lead, next } = closedTexts(invitation, justDeclined)
	return (
		<JoinLayout title={title} lead={lead}>
			<p>{next}</p>
			<Link className={buttonClass({ size: 'tall', wide: true })} to={session ? '/dashboard' : '/auth'}>
				{session ? 'Open your own spaces' : 'Sign in'}
			</Link>
		</JoinLayout>
	)
}

const askForAnother = 'Ask the person who invited you for a new one. It takes them ten seconds, under Members.'

function closedTexts(
	invitation: ShownInvitation | null,
	justDeclined: boolean,
): { title: string; lead: ReactNode; next: string } {
	if (!invitation)
		return {
			title: 'This link does not work',
			lead: 'There is no such invitation.',
			next: 'Open the link from the mail again, or copy it whole. Invitations last 14 days; a renewed one has a new link.',
		}
	if (invitation.state === 'revoked')
		return { title: 'This invitation was taken back', lead: 'It can no longer be used.', next: askForAnother }
	const space = <bdi>{invitation.space}</bdi>
	if (invitation.state === 'expired')
		return {
			title: 'This invitation has expired',
			lead: (
				<>
					It led to {space}, until {formatDate(invitation.expires_at)}.
				</>
			),
			next: askForAnother,
		}
	if (invitation.state === 'declined')
		return {
			title: justDeclined ? 'You declined' : 'This invitation was declined',
			lead: (
				<>
					You did not join {space}. <bdi>{invitation.invited_by ?? 'The owner'}</bdi> sees that.
				</>
			),
			next: 'Changed your mind? Ask them for a new invitation.',
		}
	return {
		title: 'This invitation has been used',
		lead: <>Another account joined {space} with it. It works once.</>,
		next: 'Was it you? Sign in with that account. If not, ask the person who invited you for a new one.',
	}
}
