import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
	FileText,
	Inbox,
	LayoutDashboard,
	ListChecks,
	LogOut,
	Moon,
	Plus,
	SlidersHorizontal,
	UserRound,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAuth } from '#web/lib/auth-context.tsx'
import { useSpace } from '#web/lib/space-context.tsx'
import { useTheme } from '#web/lib/theme.ts'
import { Monogram } from '#web/ui/marks.tsx'
import { places } from './palette-places.ts'
import './palette.css'

const screens = [
	{ to: '/dashboard/inbox', label: 'Inbox', Icon: Inbox },
	{ to: '/dashboard/forms', label: 'Forms', Icon: FileText },
	{ to: '/dashboard/walls', label: 'Walls', Icon: LayoutDashboard },
	{ to: '/dashboard/space', label: 'Space settings', Icon: SlidersHorizontal },
	{ to: '/dashboard/account', label: 'Account', Icon: UserRound },
	{ to: '/dashboard/start', label: 'Share your form', Icon: ListChecks },
]

export type PaletteProps = {
	/** What is searched for; the first letters may have been typed before the palette's code was there. */
	typed: string
	onType: (typed: string) => void
	onClose: () => void
}

/** Jump anywhere by typing: screens, forms and walls of the space, the other spaces, theme, sign out. */
export function Palette({ typed, onType, onClose }: PaletteProps) {
	const navigate = useNavigate()
	const { signOut } = useAuth()
	const { dark, choose } = useTheme()
	const { space, spaces, select } = useSpace()
	const { data: found } = useQuery(places(space.id))
	const go = (work: () => unknown) => () => {
		onClose()
		void work()
	}
	return (
		<Dialog.Root open onOpenChange={(open) => open || onClose()}>
			<Dialog.Portal>
				<Dialog.Overlay className="ui-scrim" />
				<Dialog.Content className="shell-palette" aria-describedby={undefined}>
					<Dialog.Title className="ui-sr">Search or jump to</Dialog.Title>
					<Command loop label="Search or jump to">
						<Command.Input
							autoFocus
							placeholder="Search or jump to"
							value={typed}
							onValueChange={onType}
						/>
						<Command.List>
							<Command.Empty>Nothing has that name here.</Command.Empty>
							<Command.Group heading="Go to">
								{screens.map(({ to, label, Icon }) => (
									<Choice key={to} icon={<Icon size={16} />} run={go(() => navigate(to))}>
										{label}
									</Choice>
								))}
							</Command.Group>
							{found?.length ? (
								<Command.Group heading={space.name}>
									{found.map(({ to, name, kind }) => (
										<Choice
											key={to}
											icon={
												kind === 'form' ? <FileText size={16} /> : <LayoutDashboard size={16} />
											}
											words={`${kind} ${name} ${to}`}
											run={go(() => navigate(to))}
										>
											<bdi>{name}</bdi> <span className="ui-quiet">{kind}</span>
										</Choice>
									))}
								</Command.Group>
							) : null}
							<Command.Group heading="Spaces">
								{spaces
									.filter((other) => other.space.id !== space.id)
									.map(({ space: other }) => (
										<Choice
											key={other.id}
											icon={<Monogram name={other.name} />}
											words={`${other.name} ${other.id}`}
											run={go(() => {
												select(other.id)
												navigate('/dashboard/inbox')
											})}
										>
											<bdi>{other.name}</bdi>
										</Choice>
									))}
								<Choice icon={<Plus size={16} />} run={go(() => navigate('/dashboard/new'))}>
									Make another space
								</Choice>
							</Command.Group>
							<Command.Group heading="You">
								<Choice icon={<Moon size={16} />} run={go(() => choose(dark ? 'light' : 'dark'))}>
									{dark ? 'Switch to light' : 'Switch to dark'}
								</Choice>
								<Choice icon={<LogOut size={16} />} run={go(() => signOut().catch(() => {}))}>
									Sign out
								</Choice>
							</Command.Group>
						</Command.List>
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function Choice({
	icon,
	words,
	run,
	children,
}: {
	icon: ReactNode
	words?: string
	run: () => void
	children: ReactNode
}) {
	return (
		<Command.Item className="shell-palette-item" value={words} onSelect={run}>
			<span className="shell-palette-icon" aria-hidden="true">
				{icon}
			</span>
			<span>{children}</span>
		</Command.Item>
	)
}
