import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { needsSecondFactor } from '#web/lib/auth/assurance-level.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { storeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'
import { AnswerInvitation } from './answer-invitation.tsx'
import { ClosedInvitation } from './closed-invitation.tsx'
import { MemberAlready } from './member-already.tsx'
import { SignUpToJoin } from './sign-up-to-join.tsx'
import { useAnswerInvitation, useJoinInvitation } from './use-join-invitation.ts'

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
