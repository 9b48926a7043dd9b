import { queryOptions, useQuery } from '@tanstack/react-query'
import { Command, defaultFilter } from 'cmdk'
import {
	BadgeCheck,
	Bell,
	ChartColumn,
	Download,
	FileText,
	FileUp,
	History,
	Inbox,
	LayoutDashboard,
	ListChecks,
	LogOut,
	Mail,
	MessageSquarePlus,
	Moon,
	Plus,
	Search,
	Server,
	SlidersHorizontal,
	Tag as TagIcon,
	UserRound,
	UserSearch,
	UsersRound,
	X,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useNavigate } from 'react-router'
import { unsearchedText } from '#web/features/inbox/data/unsearched-text.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useIsOperator } from '#web/lib/auth/use-is-operator.ts'
import { useTheme } from '#web/lib/browser/theme.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Monogram } from '#web/ui/badge.tsx'
import { Button, Kbd } from '#web/ui/button.tsx'
import { PaletteItem } from './palette-item.tsx'
import { PalettePeople } from './palette-people.tsx'
import { isFoundTestimonial, PaletteTestimonials, useTestimonialSearch } from './palette-testimonials.tsx'
import './command-palette.css'

type Screen = {
	to: string
	label: string
	words: string
	Icon: typeof Inbox
	isEditing?: boolean
	isForOwners?: boolean
	isForOperators?: boolean
}

const screens: Screen[] = [
	{ to: '/dashboard/overview', label: 'Overview', words: 'numbers, views, statistics, charts', Icon: ChartColumn },
	{ to: '/dashboard/inbox', label: 'Inbox', words: 'testimonials', Icon: Inbox },
	{
		to: '/dashboard/inbox?add=true',
		label: 'Add a testimonial',
		words: 'by hand, paste, letter',
		Icon: MessageSquarePlus,
		isEditing: true,
	},
	{ to: '/dashboard/forms', label: 'Forms', words: 'questions', Icon: FileText },
	{ to: '/dashboard/invitations', label: 'Invitations', words: 'requests, reminders, customers', Icon: Mail },
	{
		to: '/dashboard/invitations/new',
		label: 'Ask your customers',
		words: 'invite, mail, CSV',
		Icon: Mail,
		isEditing: true,
	},
	{ to: '/dashboard/walls', label: 'Walls', words: 'embed', Icon: LayoutDashboard },
	{
		to: '/dashboard/space',
		label: 'Space settings',
		words: 'name, brand, logo, colour',
		Icon: SlidersHorizontal,
	},
	{ to: '/dashboard/space/members', label: 'Members', words: 'team, roles', Icon: UsersRound },
	{ to: '/dashboard/space/notifications', label: 'Notifications', words: 'mails, alerts, digest', Icon: Bell },
	{
		to: '/dashboard/space/customer-mails',
		label: 'Mails to customers',
		words: 'received, published, texts',
		Icon: Mail,
	},
	{ to: '/dashboard/space/verification', label: 'Verification', words: 'order key, proof, marks', Icon: BadgeCheck },
	{ to: '/dashboard/space/tags', label: 'Tags', words: 'labels, rename, merge, colour', Icon: TagIcon },
	{
		to: '/dashboard/space/import',
		label: 'Import',
		words: 'CSV, JSON, Senja, Trustpilot, Google, file, bring',
		Icon: FileUp,
	},
	{
		to: '/dashboard/space/export',
		label: 'Export',
		words: 'download, archive, CSV, JSON, backup, move',
		Icon: Download,
	},
	{
		to: '/dashboard/space/people',
		label: 'People',
		words: 'one person, data, privacy, erase, export',
		Icon: UserSearch,
		isForOwners: true,
	},
	{ to: '/dashboard/space/history', label: 'History', words: 'audit, who did what', Icon: History, isForOwners: true },
	{
		to: '/dashboard/account',
		label: 'Account',
		words: 'profile, password, two-factor, passkeys, sessions',
		Icon: UserRound,
	},
	{
		to: '/dashboard/instance',
		label: 'This server',
		words: 'operator, instance, health, jobs, mail, backups, limits',
		Icon: Server,
		isForOperators: true,
	},
	{ to: '/dashboard/start', label: 'Share your form', words: 'link, QR code, mail', Icon: ListChecks },
]

/** Below the score of a name that begins with what was typed. */
const foundScore = 0.4
/** Letters that are scattered over a name are a chance match. */
const lowestScore = 0.05

/** Testimonials were matched by the server; everything else is matched by the letters of its name. */
const paletteScore = (value: string, search: string): number => {
	if (isFoundTestimonial(value)) return foundScore
	const score = defaultFilter(value, search)
	return score < lowestScore ? 0 : score
}

export type CommandPaletteProps = {
	/** The search text; its first letters may have been typed before the palette's code had loaded. */
	typed: string
	onType: (typed: string) => void
	onClose: () => void
}

/** Finds testimonials by their words and people, and jumps to screens, forms, walls and other spaces; also theme and sign-out. */
export function CommandPalette({ typed, onType, onClose }: CommandPaletteProps) {
	const navigate = useNavigate()
	const { signOut } = useAuth()
	const { dark, choose } = useTheme()
	const { space, spaces, select, canEdit, isOwner } = useSpace()
	const isOperator = useIsOperator()
	const { data: found } = useQuery(paletteTargets(space.id))
	const testimonials = useTestimonialSearch(space.id, typed)
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
					<Command loop label="Search or jump to" filter={paletteScore}>
						<div className="shell-palette-head">
							<Search size={16} aria-hidden="true" />
							<Command.Input autoFocus placeholder="Search or jump to" value={typed} onValueChange={onType} />
							<Dialog.Close asChild>
								<Button variant="quiet" icon aria-label="Close">
									<X size={16} aria-hidden="true" />
								</Button>
							</Dialog.Close>
						</div>
						<p className="shell-palette-failed" role="status">
							{testimonials.isError
								? 'The testimonials could not be searched. Check your connection, then type on.'
								: ''}
						</p>
						<p className="shell-palette-unsearched" role="status">
							{unsearchedText(testimonials.unsearched)}
						</p>
						<Command.Empty>{emptyText(testimonials)}</Command.Empty>
						<Command.List>
							<PaletteTestimonials {...testimonials} onOpen={(to) => closeAndRun(() => navigate(to))()} />
							<PalettePeople
								spaceId={space.id}
								search={testimonials.search}
								found={testimonials.found}
								onOpen={(to) => closeAndRun(() => navigate(to))()}
							/>
							<Command.Group heading="Go to">
								{screens
									.filter(
										({ isEditing, isForOwners, isForOperators }) =>
											(canEdit || !isEditing) && (isOwner || !isForOwners) && (isOperator || !isForOperators),
									)
									.map(({ to, label, words, Icon }) => (
										<PaletteItem
											key={to}
											icon={<Icon size={16} />}
											keywords={`${label} ${words}`}
											run={closeAndRun(() => navigate(to))}
										>
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
												navigate('/dashboard/overview')
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
						<p className="shell-palette-foot" aria-hidden="true">
							<span>
								<Kbd>↑</Kbd> <Kbd>↓</Kbd> move
							</span>
							<span>
								<Kbd>Enter</Kbd> open
							</span>
							<span>
								<Kbd>Esc</Kbd> close
							</span>
							<span>Words, answers, people and addresses of this space</span>
						</p>
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

const emptyText = ({ isPending, isError }: ReturnType<typeof useTestimonialSearch>): string => {
	if (isPending) return 'Searching…'
	return isError
		? 'No screen, form or wall is called that.'
		: 'No testimonial has these words or this name, and nothing is called that.'
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
