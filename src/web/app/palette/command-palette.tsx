import { Command, defaultFilter } from 'cmdk'
import { LogOut, Moon, Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useNavigate } from 'react-router'
import { unsearchedText } from '#web/features/inbox/data/unsearched-text.ts'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useTheme } from '#web/lib/browser/theme.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Kbd } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PaletteItem } from './palette-item.tsx'
import { PalettePeople } from './palette-people.tsx'
import { PalettePlaces, PaletteSpaces } from './palette-places.tsx'
import { PaletteScreens } from './palette-screens.tsx'
import { isFoundTestimonial, PaletteTestimonials, useTestimonialSearch } from './palette-testimonials.tsx'
import './command-palette.css'

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
	const { space } = useSpace()
	const testimonials = useTestimonialSearch(space.id, typed)
	const open = (to: string) => {
		onClose()
		navigate(to)
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
								<IconButton label="Close" Icon={X} />
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
							<PaletteTestimonials {...testimonials} onOpen={open} />
							<PalettePeople spaceId={space.id} search={testimonials.search} found={testimonials.found} onOpen={open} />
							<PaletteScreens onOpen={open} />
							<PalettePlaces onOpen={open} />
							<PaletteSpaces onOpen={open} />
							<PaletteAccount onClose={onClose} />
						</Command.List>
						<PaletteKeys />
					</Command>
				</Dialog.Content>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

/** Theme and sign-out. */
function PaletteAccount({ onClose }: { onClose: () => void }) {
	const { signOut } = useAuth()
	const { dark, choose } = useTheme()
	return (
		<Command.Group heading="You">
			<PaletteItem
				icon={<Moon size={16} />}
				run={() => {
					onClose()
					choose(dark ? 'light' : 'dark')
				}}
			>
				{dark ? 'Switch to light' : 'Switch to dark'}
			</PaletteItem>
			<PaletteItem
				icon={<LogOut size={16} />}
				run={() => {
					onClose()
					void signOut().catch(() => {})
				}}
			>
				Sign out
			</PaletteItem>
		</Command.Group>
	)
}

function PaletteKeys() {
	return (
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
	)
}

const emptyText = ({ isPending, isError }: ReturnType<typeof useTestimonialSearch>): string => {
	if (isPending) return 'Searching…'
	return isError
		? 'No screen, form or wall is called that.'
		: 'No testimonial has these words or this name, and nothing is called that.'
}
