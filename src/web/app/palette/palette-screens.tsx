import { Command } from 'cmdk'
import {
	BadgeCheck,
	Bell,
	Download,
	FileUp,
	History,
	ListChecks,
	type LucideIcon,
	Mail,
	MessageSquarePlus,
	Server,
	SlidersHorizontal,
	Tag,
	UserRound,
	UserSearch,
	UsersRound,
} from 'lucide-react'
import { tabIcons } from '#web/app/screen-icons.ts'
import { isScreenFor, type Screen, screens } from '#web/app/screens.ts'
import { useIsOperator } from '#web/lib/auth/use-is-operator.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { PaletteItem } from './palette-item.tsx'

const icons: Partial<Record<Screen['to'], LucideIcon>> = {
	...tabIcons,
	'/dashboard/inbox?add=true': MessageSquarePlus,
	'/dashboard/invitations/new': Mail,
	'/dashboard/invitations/events': Mail,
	'/dashboard/space/members': UsersRound,
	'/dashboard/space/notifications': Bell,
	'/dashboard/space/customer-mails': Mail,
	'/dashboard/space/verification': BadgeCheck,
	'/dashboard/space/tags': Tag,
	'/dashboard/space/import': FileUp,
	'/dashboard/space/export': Download,
	'/dashboard/space/people': UserSearch,
	'/dashboard/space/history': History,
	'/dashboard/account': UserRound,
	'/dashboard/instance': Server,
	'/dashboard/start': ListChecks,
}

/** The screens that the person may use. */
export function PaletteScreens({ onOpen }: { onOpen: (to: string) => void }) {
	const { canEdit, isOwner } = useSpace()
	const isOperator = useIsOperator()
	const shown = screens.filter((screen) => isScreenFor(screen, { canEdit, isOwner, isOperator }))
	return (
		<Command.Group heading="Go to">
			{shown.map(({ to, label, words }) => {
				const Icon = icons[to] ?? SlidersHorizontal
				return (
					<PaletteItem key={to} icon={<Icon size={16} />} keywords={`${label} ${words}`} run={() => onOpen(to)}>
						{label}
					</PaletteItem>
				)
			})}
		</Command.Group>
	)
}
