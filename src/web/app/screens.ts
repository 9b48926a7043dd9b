import type { fullPaths, shellPaths, spacePaths } from '#shared/app-paths.ts'

type Path = (typeof fullPaths)[number] | (typeof shellPaths)[number] | (typeof spacePaths)[number]

/** A screen, or an action of one, that the header, the side list of Space or the command palette leads to. */
export type Screen = {
	to: Path | `${Path}?${string}`
	/** Its name in the command palette. */
	label: string
	/** Further words that find it there. */
	words: string
	/** Its name as a tab of the header. */
	tab?: string
	/** Its heading in the side list of Space. */
	side?: 'Settings' | 'Data' | 'For programs' | 'For the operator'
	/** Its name in that list, where it differs. */
	sideLabel?: string
	isForEditors?: boolean
	isForOwners?: boolean
	isForOperators?: boolean
}

/** The screens behind sign-in that links lead to; `lazy-pages.ts` has the code of each path. */
export const screens: readonly Screen[] = [
	{ to: '/dashboard/overview', tab: 'Overview', label: 'Overview', words: 'numbers, views, statistics, charts' },
	{ to: '/dashboard/inbox', tab: 'Inbox', label: 'Inbox', words: 'testimonials' },
	{
		to: '/dashboard/inbox?add=true',
		label: 'Add a testimonial',
		words: 'by hand, paste, letter',
		isForEditors: true,
	},
	{ to: '/dashboard/forms', tab: 'Forms', label: 'Forms', words: 'questions' },
	{ to: '/dashboard/invitations', tab: 'Invitations', label: 'Invitations', words: 'requests, reminders, customers' },
	{
		to: '/dashboard/invitations/new',
		label: 'Ask your customers',
		words: 'invite, mail, CSV',
		isForEditors: true,
	},
	{ to: '/dashboard/invitations/events', label: 'Events', words: 'orders, customers, shop, waiting' },
	{ to: '/dashboard/walls', tab: 'Walls', label: 'Walls', words: 'embed' },
	{
		to: '/dashboard/space',
		tab: 'Space',
		side: 'Settings',
		sideLabel: 'Name and look',
		label: 'Space settings',
		words: 'name, brand, logo, colour',
	},
	{ to: '/dashboard/space/members', side: 'Settings', label: 'Members', words: 'team, roles' },
	{ to: '/dashboard/space/notifications', side: 'Settings', label: 'Notifications', words: 'mails, alerts, digest' },
	{
		to: '/dashboard/space/customer-mails',
		side: 'Settings',
		label: 'Mails to customers',
		words: 'received, published, texts',
	},
	{ to: '/dashboard/space/verification', side: 'Settings', label: 'Verification', words: 'order key, proof, marks' },
	{ to: '/dashboard/space/tags', side: 'Settings', label: 'Tags', words: 'labels, rename, merge, colour' },
	{
		to: '/dashboard/space/import',
		side: 'Data',
		label: 'Import',
		words: 'CSV, JSON, Senja, Trustpilot, Google, file, bring',
	},
	{
		to: '/dashboard/space/export',
		side: 'Data',
		label: 'Export',
		words: 'download, archive, CSV, JSON, backup, move',
	},
	{
		to: '/dashboard/space/people',
		side: 'Data',
		label: 'People',
		words: 'one person, data, privacy, erase, export',
		isForOwners: true,
	},
	{ to: '/dashboard/space/history', side: 'Data', label: 'History', words: 'audit, who did what', isForOwners: true },
	{
		to: '/dashboard/space/connections',
		side: 'For programs',
		label: 'Connections',
		words: 'Slack, Discord, Teams, n8n, Zapier, Make, WordPress, Shopify, React, MCP, agents, integrations',
	},
	{
		to: '/dashboard/space/keys',
		side: 'For programs',
		label: 'Keys',
		words: 'API, token, programs, scopes, revoke',
		isForOwners: true,
	},
	{
		to: '/dashboard/space/webhooks',
		side: 'For programs',
		label: 'Webhooks',
		words: 'events, deliveries, log, secret',
		isForOwners: true,
	},
	{ to: '/dashboard/account', label: 'Account', words: 'profile, password, two-factor, passkeys, sessions' },
	{
		to: '/dashboard/instance',
		side: 'For the operator',
		label: 'This server',
		words: 'operator, instance, health, jobs, mail, backups, limits',
		isForOperators: true,
	},
	{ to: '/dashboard/start', label: 'Share your form', words: 'link, QR code, mail' },
]

/** Who looks at the list. */
export type Viewer = { canEdit: boolean; isOwner: boolean; isOperator: boolean }

/** Tells whether a person may use a screen. */
export const isScreenFor = (
	{ isForEditors, isForOwners, isForOperators }: Screen,
	{ canEdit, isOwner, isOperator }: Viewer,
): boolean => (canEdit || !isForEditors) && (isOwner || !isForOwners) && (isOperator || !isForOperators)
