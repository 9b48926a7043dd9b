import { signWithAll } from '#platform/auth/delivery/hooks/standard-webhook.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { type WebhookItem, type WebhookKind, webhookApiVersion } from '#shared/webhooks.ts'
import { composeChat } from './chat/compose-chat.ts'
import { formatChat } from './chat/format-chat.ts'
import type { WebhookData, WebhookTarget } from './queries.ts'

/** One event as it is told. */
export type ToldEvent = { event: string; happened_at: Date; data: WebhookData }

/** The body of a call: that of Standard Webhooks, or the message of a chat service. */
export function webhookBody(
	{ kind, space_id, space_name }: Pick<WebhookTarget, 'kind' | 'space_id' | 'space_name'>,
	{ event, happened_at, data }: ToldEvent,
	site: string,
	words: MailTranslation | undefined,
): string {
	const told = isItem(data) ? withAddresses(data, site) : data
	if (kind !== 'standard' && words)
		return JSON.stringify(formatChat(kind, composeChat(words, { event, data: told, space_id, space_name }, site)))
	return JSON.stringify({
		type: event,
		timestamp: happened_at.toISOString(),
		api_version: webhookApiVersion,
		data: told,
	})
}

/** True for what chat channels are not told: possible spam. */
export function isKeptFromChat(kind: WebhookKind, data: WebhookData): boolean {
	return kind !== 'standard' && isItem(data) && data.spam_state !== 'clean'
}

/** The headers of Standard Webhooks, with a signature for each secret. */
export const webhookHeaders = (body: string, secrets: readonly string[], message: string): Record<string, string> =>
	signWithAll(body, secrets, message)

export function isItem(data: WebhookData): data is WebhookItem {
	return 'author' in data && 'text' in data
}

/** Makes the addresses of files absolute, and adds those of the pages about a testimonial. */
function withAddresses(item: WebhookItem, site: string): WebhookItem {
	const absolute = <T extends string | null>(url: T) => (url === null ? url : `${site}${url}`) as T
	const { media, author } = item
	return {
		...item,
		author: { ...author, avatar: author.avatar && { ...author.avatar, url: absolute(author.avatar.url) } },
		media: media && {
			...media,
			url: absolute(media.url),
			poster: absolute(media.poster),
			captions: media.captions?.map((caption) => ({ ...caption, url: absolute(caption.url) })),
		},
		page_url: item.is_public ? `${site}/p/${item.id}` : null,
		inbox_url: `${site}/dashboard/inbox/${item.id}`,
	}
}
