import { queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FileText, LayoutDashboard, Plus } from 'lucide-react'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Monogram } from '#web/ui/badge.tsx'
import { PaletteItem } from './palette-item.tsx'

/** The forms and walls of the space. */
export function PalettePlaces({ onOpen }: { onOpen: (to: string) => void }) {
	const { space } = useSpace()
	const { data: places } = useQuery(placesQuery(space.id))
	if (!places?.length) return null
	return (
		<Command.Group heading={space.name}>
			{places.map(({ to, name, kind }) => (
				<PaletteItem
					key={to}
					icon={kind === 'form' ? <FileText size={16} /> : <LayoutDashboard size={16} />}
					keywords={`${kind} ${name} ${to}`}
					run={() => onOpen(to)}
				>
					<bdi>{name}</bdi> <span className="ui-quiet">{kind}</span>
				</PaletteItem>
			))}
		</Command.Group>
	)
}

/** The other spaces of the person, and a new one. */
export function PaletteSpaces({ onOpen }: { onOpen: (to: string) => void }) {
	const { space, spaces, select } = useSpace()
	const others = spaces.map((membership) => membership.space).filter(({ id }) => id !== space.id)
	return (
		<Command.Group heading="Spaces">
			{others.map(({ id, name }) => (
				<PaletteItem
					key={id}
					icon={<Monogram name={name} />}
					keywords={`${name} ${id}`}
					run={() => {
						select(id)
						onOpen('/dashboard/overview')
					}}
				>
					<bdi>{name}</bdi>
				</PaletteItem>
			))}
			<PaletteItem icon={<Plus size={16} />} run={() => onOpen('/dashboard/new')}>
				Make another space
			</PaletteItem>
		</Command.Group>
	)
}

/** A form or wall by name. */
type Place = { to: string; name: string; kind: 'form' | 'wall' }

function placesQuery(spaceId: string) {
	return queryOptions({
		queryKey: ['space', spaceId, 'places'],
		// Names change on many screens: cached ones show at once and are fetched again at each opening.
		staleTime: 0,
		queryFn: async (): Promise<Place[]> => {
			const client = await supabase
			const [forms, walls] = await Promise.all([
				client.from('forms').select('id, name').eq('space_id', spaceId).order('name').limit(50),
				client.from('walls').select('id, name').eq('space_id', spaceId).order('name').limit(50),
			])
			return [
				...unwrap(forms).map(({ id, name }): Place => ({ to: `/dashboard/forms/${id}`, name, kind: 'form' })),
				...unwrap(walls).map(({ id, name }): Place => ({ to: `/dashboard/walls/${id}`, name, kind: 'wall' })),
			]
		},
	})
}
