import type { Shape } from '#web/features/connections/service-mark.tsx'

/** The services whose page has an address of its own below Connections. */
export type ServiceId =
	| 'slack'
	| 'discord'
	| 'teams'
	| 'mattermost'
	| 'google-chat'
	| 'n8n'
	| 'zapier'
	| 'make'
	| 'wordpress'
	| 'shopify'
	| 'react'
	| 'site'
	| 'mcp'
	| 'programs'
	| 'prompt'

/** A service that can be connected, as the hub lists it. */
export type Service = {
	id: ServiceId
	name: string
	shape: Shape
	letter: string
	/** One line below its name. */
	offer: string
}

/** The services in the groups of the hub. */
export const serviceGroups: readonly { title: string; aside: string; services: readonly Service[] }[] = [
	{
		title: 'Hear of it where you talk',
		aside: 'A message with the words and a picture card',
		services: [
			{ id: 'slack', name: 'Slack', shape: 'chat', letter: 'S', offer: 'Paste one address' },
			{ id: 'discord', name: 'Discord', shape: 'chat', letter: 'D', offer: 'Paste one address' },
			{ id: 'teams', name: 'Microsoft Teams', shape: 'chat', letter: 'T', offer: 'Paste one address' },
			{ id: 'mattermost', name: 'Mattermost', shape: 'chat', letter: 'M', offer: 'Paste one address' },
			{ id: 'google-chat', name: 'Google Chat', shape: 'chat', letter: 'G', offer: 'Paste one address' },
		],
	},
	{
		title: 'Do something with it',
		aside: 'Each asks for the address of your own server',
		services: [
			{ id: 'n8n', name: 'n8n', shape: 'flow', letter: 'n', offer: 'Triggers and actions, on your own machine' },
			{ id: 'zapier', name: 'Zapier', shape: 'flow', letter: 'Z', offer: 'By webhook and key' },
			{ id: 'make', name: 'Make', shape: 'flow', letter: 'M', offer: 'By webhook and key' },
		],
	},
	{
		title: 'Show it on your site',
		aside: 'Words come from your server, nothing else is loaded',
		services: [
			{
				id: 'wordpress',
				name: 'WordPress',
				shape: 'site',
				letter: 'W',
				offer: 'Blocks for walls, forms and single words',
			},
			{ id: 'shopify', name: 'Shopify', shape: 'site', letter: 'S', offer: 'A section, and orders that ask' },
			{ id: 'react', name: 'React and Next', shape: 'site', letter: 'R', offer: 'Package, at most 3 KB' },
			{ id: 'site', name: 'Any other site', shape: 'site', letter: 'h', offer: 'One line of code from a wall' },
		],
	},
	{
		title: 'Let a program work with it',
		aside: 'A key reaches this space and no other',
		services: [
			{ id: 'mcp', name: 'Agents, by MCP', shape: 'code', letter: 'A', offer: 'Search, quote, tag, decide' },
			{ id: 'programs', name: 'Your own programs', shape: 'code', letter: 'k', offer: 'Keys and a described API' },
			{ id: 'prompt', name: 'Ask inside your own app', shape: 'code', letter: 'p', offer: 'A small card, 2 KB' },
		],
	},
]

const services = serviceGroups.flatMap((group) => group.services)

/** The service of an address; undefined for another one. */
export const serviceOf = (id: string | undefined): Service | undefined => services.find((one) => one.id === id)

/** The service that a key was made for. A key has no kind: its name begins with the service's, as the connect pages write it. */
export function serviceOfKey(name: string): Service | undefined {
	if (/\bagent\b/i.test(name)) return serviceOf('mcp')
	const first = name.split(/[\s,]/)[0]?.toLowerCase()
	return services.find(({ id, shape }) => id === first && shape !== 'chat')
}
