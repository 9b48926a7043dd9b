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
		subject: texts.say(subjectOf(item), short),
		preview: clipWords(
			item.title || item.body || (item.kind === 'withdrawn' ? texts.say('hidden') : describeFile(texts, item)),
			90,
		),
		eyebrow: item.kind === 'new' && item.form ? texts.say('eyebrow', { form: item.form }) : undefined,
		heading: texts.say(subjectOf(item), values),
		blocks: [
			...describeWords(texts, item),
			{ kind: 'button', label: texts.say(item.kind === 'new' || item.kind === 'edited' ? 'read' : 'open'), href: page },
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
		body || item.title
			? { kind: 'quote', title: item.title ?? undefined, text: clip(body ?? '', maxWords), language: item.locale }
			: { kind: 'text', text: describeFile(texts, item) },
		...((body || item.title) && item.seconds ? [{ kind: 'text', text: describeFile(texts, item) } as const] : []),
		{
			kind: 'rating',
			text: item.rating === null ? texts.say('noRating') : texts.say('rating', { rating: `${item.rating}` }),
		},
		{ kind: 'person', name: item.author_name, about: about || undefined },
		...(item.spam_state === 'suspect' ? [{ kind: 'text', text: texts.say('suspect') } as const] : []),
		...(facts.length > 0 ? [{ kind: 'small', text: facts.join(' ') } as const] : []),
	]
}

/** Describes a file that was sent without words, or beside them: "A video of 0:42"; without its length until that is measured. */
export function describeFile(texts: NotificationTexts, { testimonial_kind: kind, seconds }: NotificationItem): string {
	if (kind === 'text' || kind === 'photo') return texts.say('kind_photo')
	return seconds ? texts.say(`length_${kind}`, { length: formatLength(seconds) }) : texts.say(`kind_${kind}`)
}

function subjectOf({ kind, testimonial_kind: sent }: NotificationItem) {
	return kind === 'new' && (sent === 'video' || sent === 'audio')
		? (`new_${sent}_subject` as const)
		: (`${kind}_subject` as const)
}

function formatLength(seconds: number): string {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function replyButton(texts: NotificationTexts, page: string): MailBlock {
	return { kind: 'button', label: texts.say('reply'), href: `${page}?reply`, secondary: true }
}
