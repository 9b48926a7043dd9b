import { roleWords } from '#web/lib/spaces/role-words.ts'
import type { KnownInvitation } from './open-invitation.ts'

/** "Join Fernhill Pottery". */
export function InvitationTitle({ invitation }: { invitation: KnownInvitation }) {
	return (
		<>
			Join <bdi>{invitation.space}</bdi>
		</>
	)
}

/** "Maud asks you to join as an editor." */
export function InvitationLead({ invitation: { invited_by, role } }: { invitation: KnownInvitation }) {
	if (!invited_by) return <>You are asked to join as {roleWords[role].article}.</>
	return (
		<>
			<bdi>{invited_by}</bdi> asks you to join as {roleWords[role].article}.
		</>
	)
}
