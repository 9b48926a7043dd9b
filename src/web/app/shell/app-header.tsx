import { Check, LogOut, Moon, Search, UserRound } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { preloadPage } from '#web/app/lazy-pages.ts'
import { tabIcons } from '#web/app/screen-icons.ts'
import { screens } from '#web/app/screens.ts'
import { SpaceSwitcher } from '#web/features/spaces/space-switcher.tsx'
import { useAuth, useUser } from '#web/lib/auth/auth-context.tsx'
import { useTheme } from '#web/lib/browser/theme.ts'
import { usePublicFile } from '#web/lib/files/pictures.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { usePendingCount, useProfile } from '#web/lib/spaces/common-queries.ts'
import { useOptionalSpace } from '#web/lib/spaces/space-context.tsx'
import { Avatar } from '#web/ui/badge.tsx'
import { Kbd } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { ThemeButton } from '#web/ui/theme-button.tsx'
import { Wordmark } from '#web/ui/wordmark/wordmark.tsx'

/** The header; below 720 px its tabs move to the bottom of the screen, without Invitations, which is then in the menu of Space. */
export function AppHeader({ onFind }: { onFind: () => void }) {
	const space = useOptionalSpace()
	return (
		<header className="shell-mast">
			<NavLink
				className="shell-home"
				to="/dashboard/overview"
				aria-label={space ? 'Plaudit, to the overview' : 'Plaudit'}
				onPointerEnter={() => preloadPage('/dashboard/overview')}
			>
				<Wordmark />
			</NavLink>
			{space ? (
				<>
					<span className="shell-bar" />
					<SpaceSwitcher />
					<Tabs />
				</>
			) : null}
			<span className="shell-spacer" />
			{space ? (
				<button type="button" className="shell-find" onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
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
			{screens.map(({ to, tab }) => {
				const Icon = tabIcons[to]
				return tab && Icon ? (
					<NavLink
						key={to}
						className={to === '/dashboard/invitations' ? 'shell-wide' : undefined}
						to={to}
						onPointerEnter={() => preloadPage(to)}
						onFocus={() => preloadPage(to)}
					>
						<Icon size={20} strokeWidth={1.5} aria-hidden="true" />
						{tab}
						{to === '/dashboard/inbox' ? <PendingCount count={pending} /> : null}
					</NavLink>
				) : null
			})}
		</nav>
	)
}

/** The width is reserved before the number is known, so the tabs beside it do not move. */
function PendingCount({ count }: { count: number | undefined }) {
	return (
		<span className="shell-waiting">
			{count === undefined ? null : (
				<span className={count > 0 ? 'ui-count ui-count-on' : 'ui-count'}>
					{formatNumber(count)}
					<span className="ui-sr"> waiting</span>
				</span>
			)}
		</span>
	)
}

/** The account menu in the header: name, account, theme, sign-out. */
function AccountMenu() {
	const { signOut } = useAuth()
	const user = useUser()
	const { data: profile } = useProfile()
	const { dark, choose } = useTheme()
	const name = profile?.full_name || profile?.username || user.email || 'You'
	const picture = usePublicFile('avatars', profile?.avatar_path)
	return (
		<Menu
			align="end"
			trigger={
				<button type="button" className="shell-me" aria-label={`Account of ${name}`}>
					<Avatar size="small" name={name} src={picture} />
				</button>
			}
		>
			<MenuLabel>
				<bdi className="shell-me-name">{name}</bdi>
				{user.email && user.email !== name ? <bdi>{user.email}</bdi> : null}
			</MenuLabel>
			<MenuSeparator />
			<MenuItem asChild>
				<Link to="/dashboard/account">
					<UserRound size={16} aria-hidden="true" />
					Account
				</Link>
			</MenuItem>
			<MenuItem onSelect={() => choose(dark ? 'light' : 'dark')}>
				<Moon size={16} aria-hidden="true" />
				Dark
				{dark ? <Check className="ui-menu-end" size={16} aria-label="on" /> : null}
			</MenuItem>
			<MenuSeparator />
			<MenuItem onSelect={() => void signOut().catch(() => {})}>
				<LogOut size={16} aria-hidden="true" />
				Sign out
			</MenuItem>
		</Menu>
	)
}
