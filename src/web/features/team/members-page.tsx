import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { HandOverSection } from './hand-over-section.tsx'
import { InviteSection } from './invite-section.tsx'
import { LeaveSection } from './leave-section.tsx'
import { MembersSection } from './members-section.tsx'
import { PendingSection } from './pending-section.tsx'
import { RolesSection } from './roles-section.tsx'
import { useLiveTeam } from './use-live-team.ts'
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
