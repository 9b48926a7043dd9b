import type { OwnMembership } from '#shared/member-invitation-api.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
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
