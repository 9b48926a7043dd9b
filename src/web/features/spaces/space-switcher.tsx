import { Check, ChevronDown, PackageOpen, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { SpaceRow } from '#shared/rows.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Monogram } from '#web/ui/badge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

/** The current space, and a menu of the others. */
export function SpaceSwitcher() {
	const { space, spaces, select } = useSpace()
	const navigate = useNavigate()
	const open = (id: string) => {
		if (id === space.id) return
		select(id)
		navigate('/dashboard/overview')
	}
	return (
		<Menu
			trigger={
				<button type="button" className="shell-switch" aria-label={`Space: ${space.name}`}>
					<SpaceName space={space} />
					<ChevronDown size={16} aria-hidden="true" />
				</button>
			}
		>
			{spaces.map((membership) => (
				<MenuItem key={membership.space.id} onSelect={() => open(membership.space.id)}>
					<SpaceName space={membership.space} />
					{membership.space.id === space.id ? (
						<Check className="ui-menu-end" size={16} aria-label="here" />
					) : membership.role === 'owner' ? null : (
						<span className="ui-menu-end ui-small ui-quiet">{membership.role}</span>
					)}
				</MenuItem>
			))}
			<MenuSeparator />
			<MenuItem onSelect={() => navigate('/dashboard/new')}>
				<Plus size={16} aria-hidden="true" />
				Make another space
			</MenuItem>
			<MenuItem onSelect={() => navigate('/dashboard/new/archive')}>
				<PackageOpen size={16} aria-hidden="true" />
				Bring an archive
			</MenuItem>
		</Menu>
	)
}

function SpaceName({ space }: { space: SpaceRow }) {
	const logo = usePublicFile('brand', space.brand.logo_path)
	return (
		<>
			<Monogram name={space.name} src={logo} />
			<bdi>{space.name}</bdi>
		</>
	)
}
