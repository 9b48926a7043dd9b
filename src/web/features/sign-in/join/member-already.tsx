import type { OwnMembership } from '#shared/mail/member-invitation-api.ts'
import { formatDay } from '#web/lib/format/format.ts'
import { roleWords } from '#web/lib/spaces/role-words.ts'
import { Button } from '#web/ui/button.tsx'
import { JoinLayout } from './join-layout.tsx'
import { useOpenSpace } from './use-join-invitation.ts'

/** Shows a member of the space their role, and opens the space. */
export function MemberAlready({ member: { space_id, space, role, since } }: { member: OwnMembership }) {
	const openSpace = useOpenSpace()
	return (
		<JoinLayout
			title="You are in already"
			lead={
				<>
					You have been {roleWords[role].article} of <bdi>{space}</bdi> since {formatDay(since)}.
				</>
			}
		>
			<Button variant="primary" size="tall" wide onClick={() => void openSpace(space_id)}>
				Open the space
			</Button>
		</JoinLayout>
	)
}
