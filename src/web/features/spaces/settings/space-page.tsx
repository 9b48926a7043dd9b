import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { BrandSection } from './brand-section.tsx'
import { DeleteSpaceSection } from './delete-space-section.tsx'
import { LookSection } from './look-section.tsx'
import { NameSection } from './name-section.tsx'
import { RetentionSection } from './retention-section.tsx'

/** /dashboard/space: name, language and brand of the space, and how long it keeps what no one approved. Only owners change them. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Space', space.name)
	return (
		<>
			<SettingsHead title="Name and look">What visitors see on every form and wall of this space.</SettingsHead>
			<NameSection space={space} locked={!isOwner} />
			<BrandSection space={space} locked={!isOwner} />
			<LookSection space={space} locked={!isOwner} />
			{isOwner ? <RetentionSection /> : null}
			{isOwner ? <DeleteSpaceSection /> : null}
		</>
	)
}
