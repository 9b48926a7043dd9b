import type { User } from '@supabase/supabase-js'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { InvitationLead, InvitationTitle } from './invitation-question.tsx'
import { JoinLayout } from './join-layout.tsx'
import type { InvitationAnswer, KnownInvitation } from './open-invitation.ts'
import { RoleFacts } from './role-facts.tsx'

/** Accepts or declines while signed in. With another address than the invited one, both ways are offered. */
export function AnswerInvitation({
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
