import type { User } from '@supabase/supabase-js'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import type { OwnMembership, ShownInvitation } from '#shared/mail/member-invitation-api.ts'
import { needsSecondFactor } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { storeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'
import { InvitationLead, InvitationTitle } from './invitation-question.tsx'
import { JoinLayout } from './join-layout.tsx'
import type { InvitationAnswer, KnownInvitation } from './open-invitation.ts'
import { RoleFacts } from './role-facts.tsx'
import { SignUpToJoin } from './sign-up-to-join.tsx'
import { useAnswerInvitation, useJoinInvitation, useOpenSpace } from './use-join-invitation.ts'

/** /join/{token}: an invitation to the team of a space. Opening it changes nothing. */
export function Page() {
	const { token = '' } = useParams()
	const { session, loading } = useAuth()
	const { data: invitation, error, refetch } = useJoinInvitation(token)
	const answer = useAnswerInvitation(token)
	const { accept, decline } = answer
	const isSignedIn = session !== null && !needsSecondFactor(session)
	useEffect(() => {
		if (isSignedIn) storeRedirect(null)
	}, [isSignedIn])
	usePageTitle(invitation && 'space' in invitation ? `Join ${invitation.space}` : 'Invitation')

	if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />
	if (loading || invitation === undefined) return <FullScreenLoading />
	if (session && !isSignedIn) {
		storeRedirect(window.location.pathname)
		return <Navigate to="/auth" replace />
	}
	// The space opens as soon as its list is read.
	if (invitation?.member && !accept.isPending) return <MemberAlready member={invitation.member} />
	if (invitation?.state !== 'open') return <ClosedInvitation invitation={invitation} justDeclined={decline.isSuccess} />
	if (session) return <AnswerInvitation invitation={invitation} user={session.user} answer={answer} />
	return <SignUpToJoin token={token} invitation={invitation} answer={answer} />
}

/** Shows a member of the space their role, and opens the space. */
function MemberAlready({ member: { space_id, space, role, since } }: { member: OwnMembership }) {
	const openSpace = useOpenSpace()
	return (
		<JoinLayout
			title="You are in already"
			lead={
				<>
					You have been {roleWords[role].article} of <bdi>{space}</bdi> since {formatDate(since)}.
				</>
			}
		>
			<Button variant="primary" size="tall" wide onClick={() => void openSpace(space_id)}>
				Open the space
			</Button>
		</JoinLayout>
	)
}

/** Accepts or declines while signed in. With another address than the invited one, both ways are offered. */
function AnswerInvitation({
	invitation,
	user,
	answer: { accept, decline },
}: {
	invitation: KnownInvitation
	user: User
	answer: InvitationAnswer
}) {
	const { signOut } = useAuth()
	const { email, role } = invitation
	const own = user.email ?? user.phone ?? 'an account without an address'
	const isInvited = user.email?.toLowerCase() === email
	const problem = accept.error ?? decline.error
	const join = (
		<Button variant="primary" size="tall" wide busy={accept.isPending} onClick={() => accept.mutate()}>
			{isInvited ? (
				`Join as ${roleWords[role].article}`
			) : (
				<span>
					Join as <bdi>{own}</bdi>
				</span>
			)}
		</Button>
	)
	return (
		<JoinLayout title={<InvitationTitle invitation={invitation} />} lead={<InvitationLead invitation={invitation} />}>
			<RoleFacts role={role} />
			<p>
				You are signed in as <strong>{own}</strong>.
				{isInvited ? null : (
					<>
						{' '}
						The invitation went to <strong>{email}</strong>.
					</>
				)}
			</p>
			{problem ? <Notice isError>{errorMessage(problem)}</Notice> : null}
			<div className="join-buttons">
				{join}
				{isInvited ? null : (
					<Button size="tall" wide onClick={() => void signOut().catch(() => {})}>
						<span>
							Sign in as <bdi>{email}</bdi>
						</span>
					</Button>
				)}
				<Button variant="quiet" size="tall" wide busy={decline.isPending} onClick={() => decline.mutate()}>
					No, thank you
				</Button>
			</div>
		</JoinLayout>
	)
}

/** The reason why a link can no longer be used, and whom to ask. */
function ClosedInvitation({ invitation, justDeclined }: { invitation: ShownInvitation | null; justDeclined: boolean }) {
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
