import type { ServiceId } from './services.ts'

/** Where each chat makes the address of a channel, and how such an address begins. */
export const chatGuides: Partial<Record<ServiceId, { make: string; example: string }>> = {
	slack: {
		make: 'In Slack: Apps, then Incoming Webhooks, then “Add to Slack”. Choose the channel. Slack shows an address.',
		example: 'https://hooks.slack.com/services/…',
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
