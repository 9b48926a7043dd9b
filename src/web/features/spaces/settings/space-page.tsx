import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Settings, type SettingsNavItem } from '#web/ui/settings.tsx'
import { BrandSection } from './brand-section.tsx'
import { LeaveSpaceSection } from './leave-space-section.tsx'
import { MembersSection } from './members-section.tsx'
import { NameSection } from './name-section.tsx'

const commonSections: SettingsNavItem[] = [
	{ id: 'name', label: 'Name and language' },
	{ id: 'brand', label: 'Brand' },
	{ id: 'members', label: 'Members' },
]
const ownerSections = [...commonSections, { id: 'leave', label: 'Delete' }]
const memberSections = [...commonSections, { id: 'leave', label: 'Leave' }]

/** /dashboard/space: name, brand and members of the space. Only owners change them. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Space', space.name)
	return (
		<Settings key={space.id} title="Space" parts={isOwner ? ownerSections : memberSections}>
			<NameSection space={space} locked={!isOwner} />
			<BrandSection space={space} locked={!isOwner} />
			<MembersSection />
			<LeaveSpaceSection />
		</Settings>
	)
}
