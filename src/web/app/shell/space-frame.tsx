import { ChevronDown } from 'lucide-react'
import { Fragment } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { preloadPage } from '#web/app/lazy-pages.ts'
import { useIsOperator } from '#web/lib/auth/use-is-operator.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import './space-frame.css'

type SpacePage = { to: string; label: string; isForOwners?: boolean }

/** The screens of a space that are no inbox, form or wall, by heading. */
const groups: { heading: string; pages: SpacePage[] }[] = [
	{
		heading: 'Settings',
		pages: [
			{ to: '/dashboard/space', label: 'Name and look' },
			{ to: '/dashboard/space/members', label: 'Members' },
			{ to: '/dashboard/space/notifications', label: 'Notifications' },
			{ to: '/dashboard/space/customer-mails', label: 'Mails to customers' },
			{ to: '/dashboard/space/verification', label: 'Verification' },
			{ to: '/dashboard/space/tags', label: 'Tags' },
		],
	},
	{
		heading: 'Data',
		pages: [
			{ to: '/dashboard/space/import', label: 'Import' },
			{ to: '/dashboard/space/export', label: 'Export' },
			{ to: '/dashboard/space/people', label: 'People', isForOwners: true },
			{ to: '/dashboard/space/history', label: 'History', isForOwners: true },
		],
	},
]

const operatorGroup = { heading: 'For the operator', pages: [{ to: '/dashboard/instance', label: 'This server' }] }

/** The screens under Space: a side list, which is a menu above the page below 1020 px. Phones have no tab for Invitations, so the menu has it. */
export function Page() {
	const { space, isOwner } = useSpace()
	const { pathname } = useLocation()
	const isOperator = useIsOperator()
	const shown = [...groups, ...(isOperator ? [operatorGroup] : [])]
		.map(({ heading, pages }) => ({
			heading,
			pages: pages.filter(({ isForOwners }: SpacePage) => isOwner || !isForOwners),
		}))
		.filter(({ pages }) => pages.length > 0)
	const here = groups.flatMap(({ pages }) => pages).find(({ to }) => to === pathname)
	return (
		<div className="ui-page ui-settings">
			<nav className="ui-settings-side" aria-label="Space">
				{shown.map(({ heading, pages }) => (
					<Fragment key={heading}>
						<h2>{heading}</h2>
						{pages.map(({ to, label }) => (
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
							<span className="ui-quiet">Space</span> {here?.label}
							<ChevronDown size={16} aria-hidden="true" />
						</button>
					}
				>
					{[...shown.flatMap(({ pages }) => pages), { to: '/dashboard/invitations', label: 'Invitations' }].map(
						({ to, label }) => (
							<MenuItem key={to} asChild>
								<Link to={to} aria-current={to === pathname ? 'page' : undefined}>
									{label}
								</Link>
							</MenuItem>
						),
					)}
				</Menu>
				<Outlet />
			</div>
		</div>
	)
}
