import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { preloadPage } from '#web/app/lazy-pages.ts'
import { isScreenFor, screens } from '#web/app/screens.ts'
import { type ConnectionCounts, useConnectionCounts } from '#web/features/connections/use-connection-counts.ts'
import { useIsOperator } from '#web/lib/auth/use-is-operator.ts'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import '#web/ui/settings.css'
import './space-frame.css'

const headings = ['Settings', 'Data', 'For programs', 'For the operator'] as const

const root = '/dashboard/space'

/** The screens of the list that have a number beside their name. */
const counted: Record<string, keyof ConnectionCounts> = {
	[`${root}/connections`]: 'connections',
	[`${root}/keys`]: 'keys',
	[`${root}/webhooks`]: 'webhooks',
}

/** True for a page of the list, and for those below it, such as one webhook. */
const isWithin = (pathname: string, to: string): boolean =>
	pathname === to || (to !== root && pathname.startsWith(`${to}/`))

/** The screens under Space: a side list, which is a menu above the page below 1020 px. Phones have no tab for Invitations, so the menu has it. */
export function Page() {
	const { space, canEdit, isOwner } = useSpace()
	const { pathname } = useLocation()
	const isOperator = useIsOperator()
	// The same width as in settings.css: below it the list is hidden.
	const counts = useConnectionCounts(useMediaQuery('(min-width: 1020px)'))
	const countOf = (to: string) => {
		const name = counted[to]
		return name && counts ? counts[name] : 0
	}
	const pages = screens
		.filter((screen) => screen.side && isScreenFor(screen, { canEdit, isOwner, isOperator }))
		.map(({ to, side, label, sideLabel = label }) => ({ to, side, label: sideLabel }))
	const groups = headings
		.map((heading) => ({ heading, pages: pages.filter(({ side }) => side === heading) }))
		.filter((group) => group.pages.length > 0)
	const here = pages.find(({ to }) => isWithin(pathname, to))
	return (
		<div className="ui-page ui-settings">
			<nav className="ui-settings-side" aria-label="Space">
				{groups.map((group) => (
					<Fragment key={group.heading}>
						<h2>{group.heading}</h2>
						{group.pages.map(({ to, label }) => (
							<NavLink
								key={to}
								to={to}
								end={to === root}
								onPointerEnter={() => preloadPage(to)}
								onFocus={() => preloadPage(to)}
							>
								{label} <Count number={countOf(to)} />
							</NavLink>
						))}
					</Fragment>
				))}
			</nav>
			<div key={space.id}>
				<Menu
					align="start"
					trigger={
						<button type="button" className="space-menu">
							<span className="ui-quiet">Space</span> {here?.label}
							<ChevronDown size={16} aria-hidden="true" />
						</button>
					}
				>
					{[...pages, { to: '/dashboard/invitations', label: 'Invitations' }].map(({ to, label }) => (
						<MenuItem key={to} asChild>
							<Link to={to} aria-current={to === here?.to ? 'page' : undefined}>
								{label}
							</Link>
						</MenuItem>
					))}
				</Menu>
				<Outlet />
			</div>
		</div>
	)
}

/** A number of the list; nothing at zero. */
const Count = ({ number }: { number: number }) =>
	number > 0 ? <span className="ui-count">{formatNumber(number)}</span> : null
