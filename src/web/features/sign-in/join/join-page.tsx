import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import type { OwnMembership } from '#shared/mail/member-invitation-api.ts'
import { needsSecondFactor } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { storeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'
import { AnswerInvitation } from './answer-invitation.tsx'
import { ClosedInvitation } from './closed-invitation.tsx'
import { JoinLayout } from './join-layout.tsx'
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
