import type { MailBlock, MailContent } from '#platform/mail/mail-content.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { clip, clipWords } from '#product/mails/clip-text.ts'
import type { NotificationItem, NotificationLinks, NotificationMail } from './notification-mail.ts'
import { clipName, footOf, type NotificationTexts, openTexts } from './notification-texts.ts'

/** Longer words are read in the inbox. */
const maxWords = 2000

/** The mail about one testimonial. Its links open the inbox; no link of a mail decides anything. */
export function composeAlert(
	words: MailTranslation,
	mail: NotificationMail,
	item: NotificationItem,
	links: NotificationLinks,
): MailContent {
	const texts = openTexts(words)
	const values = { name: item.author_name, space: mail.space.name }
	const short = { name: clipName(item.author_name), space: clipName(mail.space.name) }
	const page = `${links.site}/dashboard/inbox/${item.id}`
	const { language, direction } = texts
	return {
		language,
		direction,
		subject: texts.say(`${item.kind}_subject`, short),
		preview: clipWords(item.body || texts.say(item.kind === 'withdrawn' ? 'hidden' : wordless(item)), 90),
		eyebrow: item.kind === 'new' && item.form ? texts.say('eyebrow', { form: item.form }) : undefined,
		heading: texts.say(`${item.kind}_subject`, values),
		blocks: [
			...describeWords(texts, item),
			{ kind: 'button', label: texts.say(item.kind === 'withdrawn' ? 'open' : 'read'), href: page },
			...(item.kind === 'new' ? [replyButton(texts, page)] : []),
			...(item.scope === 'private' && item.kind !== 'withdrawn'
				? []
				: [{ kind: 'small', text: texts.say(`${item.kind}_hint`, values) } as const]),
		],
		foot: footOf(texts, mail, links),
	}
}

/** The mail that a member asked for on the settings screen. */
export function composeSample(words: MailTranslation, mail: NotificationMail, links: NotificationLinks): MailContent {
	const texts = openTexts(words)
	const { language, direction } = texts
	const { name } = mail.space
	return {
		language,
		direction,
		subject: texts.say('test_subject', { space: clipName(name) }),
		preview: clipWords(texts.say('test_hint'), 90),
		heading: texts.say('test_subject', { space: name }),
		blocks: [
			{ kind: 'quote', text: texts.say('test_words'), language },
			{ kind: 'rating', text: texts.say('rating', { rating: '4' }) },
			{ kind: 'person', name: texts.say('test_name'), about: texts.say('test_title') },
			{ kind: 'button', label: texts.say('open'), href: `${links.site}/dashboard/inbox?space=${mail.space.id}` },
			{ kind: 'small', text: texts.say('test_hint') },
		],
		foot: footOf(texts, mail, links),
	}
}

function describeWords(texts: NotificationTexts, item: NotificationItem): MailBlock[] {
	if (item.kind === 'withdrawn') return []
	const body = item.body?.trim()
	const about = texts.join([item.author_title, item.author_company].filter((part) => part !== null))
	const facts = [
		item.is_invited ? texts.say('invited') : '',
		item.scope ? texts.say(`scope_${item.scope}`) : '',
	].filter(Boolean)
	return [
		body
			? { kind: 'quote', text: clip(body, maxWords), language: item.locale }
			: { kind: 'text', text: texts.say(wordless(item)) },
		{
			kind: 'rating',
			text: item.rating === null ? texts.say('noRating') : texts.say('rating', { rating: `${item.rating}` }),
		},
		{ kind: 'person', name: item.author_name, about: about || undefined },
		...(item.spam_state === 'suspect' ? [{ kind: 'text', text: texts.say('suspect') } as const] : []),
		...(facts.length > 0 ? [{ kind: 'small', text: facts.join(' ') } as const] : []),
	]
}

/** The key of the text for a testimonial that has no words. */
export function wordless({ testimonial_kind: kind }: NotificationItem): 'kind_photo' | 'kind_video' | 'kind_audio' {
	return kind === 'text' ? 'kind_photo' : `kind_${kind}`
}

function replyButton(texts: NotificationTexts, page: string): MailBlock {
	return { kind: 'button', label: texts.say('reply'), href: `${page}?reply`, secondary: true }
}
