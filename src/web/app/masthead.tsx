import { FileText, Inbox, LayoutDashboard, Search, SlidersHorizontal } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { SpaceSwitcher } from '#web/features/spaces/space-switcher.tsx'
import { usePendingCount } from '#web/lib/pending-count.ts'
import { useMaybeSpace } from '#web/lib/space-context.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { ThemeButton } from '#web/ui/theme-button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { preloadPage } from './pages.ts'

const tabs = [
	{ to: '/dashboard/inbox', label: 'Inbox', Icon: Inbox },
	{ to: '/dashboard/forms', label: 'Forms', Icon: FileText },
	{ to: '/dashboard/walls', label: 'Walls', Icon: LayoutDashboard },
	{ to: '/dashboard/space', label: 'Space', Icon: SlidersHorizontal },
]

/** The bar on top; below 720 px its tabs move to the bottom of the screen. */
export function Masthead({ onFind }: { onFind: () => void }) {
	const space = useMaybeSpace()
	return (
		<header className="shell-mast">
			<Link className="shell-home" to="/dashboard/inbox" aria-label="Plaudit, to the inbox">
				<Wordmark />
			</Link>
			{space ? (
				<>
					<span className="shell-bar" />
					<SpaceSwitcher />
					<Tabs />
				</>
			) : null}
			<span className="shell-spacer" />
			{space ? (
				<button
					type="button"
					className="shell-find"
					onClick={onFind}
					aria-keyshortcuts="Control+K Meta+K"
				>
					<Search size={16} aria-hidden="true" />
					<span>Search or jump to</span>
					<Kbd>{/mac/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}</Kbd>
				</button>
			) : null}
			<ThemeButton className="shell-theme" />
			<AccountMenu />
		</header>
	)
}

function Tabs() {
	const pending = usePendingCount()
	return (
		<nav className="shell-nav" aria-label="Main">
			{tabs.map(({ to, label, Icon }) => (
				<NavLink
					key={to}
					to={to}
					onPointerEnter={() => preloadPage(to)}
					onFocus={() => preloadPage(to)}
				>
					<Icon size={20} strokeWidth={1.5} aria-hidden="true" />
					{label}
					{to.endsWith('inbox') ? <Waiting count={pending} /> : null}
				</NavLink>
			))}
		</nav>
	)
}

/** Its room is there before its number: the tabs beside it stay where they are. */
function Waiting({ count }: { count: number | undefined }) {
	return (
		<span className="shell-waiting">
			{count === undefined ? null : (
				<span className={count > 0 ? 'ui-count ui-count-on' : 'ui-count'}>
					{count}
					<span className="ui-sr"> waiting</span>
				</span>
			)}
		</span>
	)
}
