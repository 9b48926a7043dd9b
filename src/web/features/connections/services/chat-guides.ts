import type { ServiceId } from './services.ts'

/** Where each chat makes the address of a channel, how such an address begins, and the page where it is made, if there is one for all. */
export const chatGuides: Partial<Record<ServiceId, { make: string; example: string; link?: string }>> = {
	slack: {
		make: 'In Slack: Your apps, “Create New App”, from scratch, with the name Plaudit. Switch “Incoming Webhooks” on, press “Add New Webhook”, and choose the channel. Slack shows an address.',
		example: 'https://hooks.slack.com/services/…',
		link: 'https://api.slack.com/apps',
	},
	discord: {
		make: 'In Discord: the settings of the channel, then Integrations, then Webhooks, then “New webhook”. Copy its address.',
		example: 'https://discord.com/api/webhooks/…',
	},
	teams: {
		make: 'In Teams: the menu of the channel, then Workflows, then the template that posts to a channel when a webhook request is received. It shows an address at its end.',
		example: 'https://….logic.azure.com/workflows/…',
	},
	mattermost: {
		make: 'In Mattermost: the menu, then Integrations, then Incoming Webhooks, then “Add Incoming Webhook”. Choose the channel and copy the address.',
		example: 'https://chat.example/hooks/…',
	},
	'google-chat': {
		make: 'In Google Chat: the menu of the room, then “Apps & integrations”, then Webhooks. Name it Plaudit and copy the address.',
		example: 'https://chat.googleapis.com/v1/spaces/…',
	},
}
