import type { WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import type { ServiceId } from '#web/features/connections/services/services.ts'

/** The events that a webhook is called about, in the words of an owner. */
export const eventWords = {
	'testimonial.created': 'New words',
	'testimonial.updated': 'Edited',
	'testimonial.approved': 'Approved',
	'testimonial.unpublished': 'No longer shown',
	'testimonial.withdrawn': 'Withdrawn by its author, without the words',
	'testimonial.erased': 'Erased, without the words',
	'invitation.answered': 'An invitation was answered',
	'import.finished': 'An import is finished',
} as const

export type WebhookEvent = keyof typeof eventWords
export const webhookEvents = Object.keys(eventWords) as WebhookEvent[]

/** The names of the kinds, and the page of each service. */
export const kindWords: Record<WebhookRow['kind'], { name: string; service?: ServiceId }> = {
	standard: { name: 'Webhook' },
	slack: { name: 'Slack', service: 'slack' },
	discord: { name: 'Discord', service: 'discord' },
	teams: { name: 'Microsoft Teams', service: 'teams' },
	mattermost: { name: 'Mattermost', service: 'mattermost' },
	google_chat: { name: 'Google Chat', service: 'google-chat' },
}

/** The host of an address; the whole text of one that is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** The kind that an address shows. Those of Mattermost have any host, so a person chooses it. */
export function kindOf(url: string): WebhookRow['kind'] {
	const host = hostOf(url.trim())
	if (/^hooks\.slack(-gov)?\.com$/.test(host)) return 'slack'
	if (/^((ptb|canary)\.)?(discord|discordapp)\.com$/.test(host)) return 'discord'
	if (/\.(webhook\.office\.com|logic\.azure\.com|powerplatform\.com)$/.test(host)) return 'teams'
	return host === 'chat.googleapis.com' ? 'google_chat' : 'standard'
}

/** The name of a webhook in a sentence: that of its service, else the host of its address. */
export const webhookName = ({ kind, url }: Pick<WebhookRow, 'kind' | 'url'>): string =>
	kind === 'standard' ? hostOf(url) : kindWords[kind].name

type State = Pick<WebhookRow, 'kind' | 'url' | 'is_active' | 'paused_reason' | 'last_delivered_at'>

/** The heading of a webhook: its state. `isFailing` while a delivery is tried again. */
export function webhookTitle(webhook: State, isFailing: boolean): string {
	const name = webhookName(webhook)
	if (!webhook.is_active) {
		if (webhook.paused_reason === 'failed') return `Paused: ${name} does not answer`
		return webhook.paused_reason === 'key_ended' ? 'Ended with the key that made it' : `${name} is stopped`
	}
	if (isFailing) return `${name} does not answer, tries go on`
	return webhook.last_delivered_at ? `${name} hears everything` : `${name} waits for its first event`
}

/** The times of the nine tries, each after the one before it. */
export const tryTimes = ['at once', '5 s', '30 s', '2 min', '10 min', '1 h', '4 h', '12 h', '24 h'] as const

/** "503 after 208 ms, try 6 of 9". */
export function answerText({ status, took_ms: took, attempt, state }: WebhookDeliveryRow): string {
	const answer = status === null ? 'No answer' : String(status)
	const time = took === null ? '' : ` after ${took} ms`
	if (state === 'delivered') return `${answer}${time}${attempt > 1 ? `, try ${attempt}` : ''}`
	return `${answer}${time}, try ${attempt} of ${tryTimes.length}`
}
