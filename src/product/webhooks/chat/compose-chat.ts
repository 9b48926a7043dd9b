import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { clip } from '#product/mails/clip-text.ts'
import { pluralText, productMail } from '#product/mails/product-mails.ts'
import type { ToldEvent } from '#product/webhooks/webhook-body.ts'
import type { WebhookItem } from '#shared/webhooks.ts'

/** A message to a channel, before a service's form is given to it. Its texts are plain, and not escaped. */
export type ChatMessage = {
	/** Who calls: "Plaudit for Fernhill Pottery". */
	from: string
	title: string
	/** The headline and the words, as they were written. */
	quote: string | null
	facts: string[]
	link: { label: string; href: string }
	/** The picture card of a public testimonial. */
	picture: string | null
}

type ChatEvent = Pick<ToldEvent, 'event' | 'data'> & { space_id: string; space_name: string }

const maxWords = 600
const titles: Record<string, string> = {
	'testimonial.created': 'created',
	'testimonial.updated': 'updated',
	'testimonial.approved': 'approved',
	'testimonial.unpublished': 'unpublished',
	'testimonial.withdrawn': 'withdrawn',
	'testimonial.erased': 'erased',
	'invitation.answered': 'answered',
}

/** What a channel is told, in the language of the space. It carries no address of a person. */
export function composeChat(
	words: MailTranslation,
	{ event, data, space_id, space_name }: ChatEvent,
	site: string,
): ChatMessage {
	const texts = productMail(words, 'chat')
	const say = (key: string, values: Record<string, string> = {}) =>
		fillText(texts[key] ?? '', values, words.direction === 'rtl')
	const inbox = `${site}/dashboard/inbox`
	const message = {
		from: say('from', { space: space_name }),
		quote: null,
		facts: [],
		link: { label: say('open'), href: `${inbox}?space=${space_id}` },
		picture: null,
	}
	if (event === 'test') return { ...message, title: say('test') }
	if (event === 'import.finished') {
		const count = Number('added' in data ? data.added : 0) || 0
		const text = pluralText(texts, 'imported', count, words.language)
		return { ...message, title: fillText(text, { count: String(count) }, false) }
	}
	const title = titles[event] ?? 'updated'
	if (!('author' in data && 'text' in data)) return { ...message, title: say(title) }
	const item = data as WebhookItem
	const name = item.author.name || say('unnamed')
	const about = [item.author.title, item.author.company].filter((part) => part !== null && part !== '')
	return {
		...message,
		title: say(title, { name }),
		quote: clip([item.title, item.text].filter(Boolean).join('\n'), maxWords) || null,
		facts: [
			...(about.length > 0 ? [about.join(', ')] : []),
			item.rating === null ? say('noRating') : say('rating', { rating: String(item.rating) }),
			...(item.is_public ? [] : [say('notPublic')]),
		],
		link: { label: say('read'), href: `${inbox}/${item.id}` },
		picture: item.is_public ? `${site}/p/${item.id}/card.png` : null,
	}
}
