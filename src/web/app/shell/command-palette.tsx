import { queryOptions, useQuery } from '@tanstack/react-query'
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
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useTheme } from '#web/lib/browser/theme.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Monogram } from '#web/ui/badge.tsx'
import './command-palette.css'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

const screens = [
	{ to: '/dashboard/inbox', label: 'Inbox', Icon: Inbox },
	{ to: '/dashboard/forms', label: 'Forms', Icon: FileText },
	{ to: '/dashboard/walls', label: 'Walls', Icon: LayoutDashboard },
	{ to: '/dashboard/space', label: 'Space settings', Icon: SlidersHorizontal },
	{ to: '/dashboard/account', label: 'Account', Icon: UserRound },
	{ to: '/dashboard/start', label: 'Share your form', Icon: ListChecks },
]

export type CommandPaletteProps = {
	/** The search text; its first letters may have been typed before the palette's code had loaded. */
	typed: string
	onType: (typed: string) => void
	onClose: () => void
}

/** Jumps by typing to screens, forms, walls and other spaces; also theme and sign-out. */
export function CommandPalette({ typed, onType, onClose }: CommandPaletteProps) {
	const navigate = useNavigate()
	const { signOut } = useAuth()
	const { dark, choose } = useTheme()
	const { space, spaces, select } = useSpace()
	const { data: found } = useQuery(paletteTargets(space.id))
	const closeAndRun = (work: () => unknown) => () => {
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
						<Command.Input autoFocus placeholder="Search or jump to" value={typed} onValueChange={onType} />
						<Command.List>
							<Command.Empty>Nothing has that name here.</Command.Empty>
							<Command.Group heading="Go to">
								{screens.map(({ to, label, Icon }) => (
									<PaletteItem key={to} icon={<Icon size={16} />} run={closeAndRun(() => navigate(to))}>
										{label}
									</PaletteItem>
								))}
							</Command.Group>
							{found?.length ? (
								<Command.Group heading={space.name}>
									{found.map(({ to, name, kind }) => (
										<PaletteItem
											key={to}
											icon={kind === 'form' ? <FileText size={16} /> : <LayoutDashboard size={16} />}
											keywords={`${kind} ${name} ${to}`}
											run={closeAndRun(() => navigate(to))}
										>
											<bdi>{name}</bdi> <span className="ui-quiet">{kind}</span>
										</PaletteItem>
									))}
								</Command.Group>
							) : null}
							<Command.Group heading="Spaces">
								{spaces
									.filter((other) => other.space.id !== space.id)
									.map(({ space: other }) => (
										<PaletteItem
											key={other.id}
											icon={<Monogram name={other.name} />}
											keywords={`${other.name} ${other.id}`}
											run={closeAndRun(() => {
												select(other.id)
												navigate('/dashboard/inbox')
											})}
										>
											<bdi>{other.name}</bdi>
										</PaletteItem>
									))}
								<PaletteItem icon={<Plus size={16} />} run={closeAndRun(() => navigate('/dashboard/new'))}>
									Make another space
								</PaletteItem>
							</Command.Group>
							<Command.Group heading="You">
								<PaletteItem icon={<Moon size={16} />} run={closeAndRun(() => choose(dark ? 'light' : 'dark'))}>
									{dark ? 'Switch to light' : 'Switch to dark'}
								</PaletteItem>
								<PaletteItem icon={<LogOut size={16} />} run={closeAndRun(() => signOut().catch(() => {}))}>
									Sign out
								</PaletteItem>
							</Command.Group>
						</Command.List>
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function PaletteItem({
	icon,
	keywords,
	run,
	children,
}: {
	icon: ReactNode
	keywords?: string
	run: () => void
	children: ReactNode
}) {
	return (
		<Command.Item className="shell-palette-item" value={keywords} onSelect={run}>
			<span className="shell-palette-icon" aria-hidden="true">
				{icon}
			</span>
			<span>{children}</span>
		</Command.Item>
	)
}

/** A form or wall that the palette can jump to. */
type PaletteTarget = { to: string; name: string; kind: 'form' | 'wall' }

/** The forms and walls of a space by name. */
function paletteTargets(spaceId: string) {
	return queryOptions({
		queryKey: ['space', spaceId, 'places'],
		// Names change on many screens: cached ones show at once and are fetched again at each opening.
		staleTime: 0,
		queryFn: async (): Promise<PaletteTarget[]> => {
			const client = await supabase
			const [forms, walls] = await Promise.all([
				client.from('forms').select('id, name').eq('space_id', spaceId).order('name').limit(50),
				client.from('walls').select('id, name').eq('space_id', spaceId).order('name').limit(50),
			])
			return [
				...unwrap(forms).map(({ id, name }): PaletteTarget => ({ to: `/dashboard/forms/${id}`, name, kind: 'form' })),
				...unwrap(walls).map(({ id, name }): PaletteTarget => ({ to: `/dashboard/walls/${id}`, name, kind: 'wall' })),
			]
		},
	})
}
