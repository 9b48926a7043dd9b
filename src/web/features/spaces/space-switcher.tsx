import { Check, ChevronDown, Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { type Membership, useSpace } from '#web/lib/spaces/space-context.tsx'
import { Monogram } from '#web/ui/badge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

/** The current space, and a menu of the others. */
export function SpaceSwitcher() {
	const { space, spaces, select } = useSpace()
	const navigate = useNavigate()
	const logo = usePublicFile('brand', space.brand.logo_path)
	const open = (id: string) => {
		if (id === space.id) return
		select(id)
		navigate('/dashboard/inbox')
	}
	return (
		<Menu
			trigger={
				<button type="button" className="shell-switch" aria-label={`Space: ${space.name}`}>
					<Monogram name={space.name} src={logo} />
					<bdi>{space.name}</bdi>
					<ChevronDown size={16} aria-hidden="true" />
				</button>
			}
		>
			{spaces.map((membership) => (
				<MenuItem key={membership.space.id} onSelect={() => open(membership.space.id)}>
					<SpaceItem membership={membership} here={membership.space.id === space.id} />
				</MenuItem>
			))}
			<MenuSeparator />
			<MenuItem onSelect={() => navigate('/dashboard/new')}>
				<Plus size={16} aria-hidden="true" />
				Make another space
			</MenuItem>
		</Menu>
	)
}

function SpaceItem({ membership: { space, role }, here }: { membership: Membership; here: boolean }) {
	const logo = usePublicFile('brand', space.brand.logo_path)
	return (
		<>
			<Monogram name={space.name} src={logo} />
			<bdi>{space.name}</bdi>
			{here ? (
				<Check className="ui-menu-end" size={16} aria-label="here" />
			) : role === 'owner' ? null : (
				<span className="ui-menu-end ui-small ui-quiet">{role}</span>
			)}
		</>
	)
}
