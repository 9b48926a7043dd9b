import { usePageTitle } from '#web/lib/page-title.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { Settings, type SettingsEntry } from '#web/ui/settings.tsx'
import { BrandPart } from './brand-part.tsx'
import { LeavePart } from './leave-part.tsx'
import { MembersPart } from './members-part.tsx'
import { NamePart } from './name-part.tsx'

const shared: SettingsEntry[] = [
	{ id: 'name', label: 'Name and language' },
	{ id: 'brand', label: 'Brand' },
	{ id: 'members', label: 'Members' },
]
const forOwners = [...shared, { id: 'leave', label: 'Delete' }]
const forOthers = [...shared, { id: 'leave', label: 'Leave' }]

/** /dashboard/space: what the space is called, how it looks, who works in it. Only owners change it. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Space', space.name)
	return (
		<Settings key={space.id} title="Space" parts={isOwner ? forOwners : forOthers}>
			<NamePart space={space} locked={!isOwner} />
			<BrandPart space={space} locked={!isOwner} />
			<MembersPart />
			<LeavePart />
		</Settings>
	)
}
