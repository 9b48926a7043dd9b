import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { preloadPage } from '#web/app/lazy-pages.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import './space-frame.css'

/** The screens of a space that are no inbox, form or wall, by heading. */
const groups = [
	{
		heading: 'Settings',
		pages: [
			{ to: '/dashboard/space', label: 'Name and brand' },
			{ to: '/dashboard/space/members', label: 'Members' },
			{ to: '/dashboard/space/notifications', label: 'Notifications' },
			{ to: '/dashboard/space/verification', label: 'Verification' },
		],
	},
	{ heading: 'Data', pages: [{ to: '/dashboard/space/export', label: 'Export' }] },
]
const pages = groups.flatMap((group) => group.pages)

/** The screens under Space: a side list, which is a menu above the page below 1020 px. */
export function Page() {
	const { space } = useSpace()
	const { pathname } = useLocation()
	return (
		<div className="ui-settings">
			<nav className="ui-settings-side" aria-label="Space">
				{groups.map((group) => (
					<Fragment key={group.heading}>
						<h2>{group.heading}</h2>
						{group.pages.map(({ to, label }) => (
							<NavLink key={to} to={to} end onPointerEnter={() => preloadPage(to)} onFocus={() => preloadPage(to)}>
								{label}
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
							<span className="ui-quiet">Space</span> {pages.find(({ to }) => to === pathname)?.label}
							<ChevronDown size={16} aria-hidden="true" />
						</button>
					}
				>
					{pages.map(({ to, label }) => (
						<MenuItem key={to} asChild>
							<Link to={to} aria-current={to === pathname ? 'page' : undefined}>
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
