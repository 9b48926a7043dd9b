import type { MailBlock, MailContent } from '#platform/mail/mail-content.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { clipWords } from '#product/mails/clip-text.ts'
import { describeFile } from './compose-alert.ts'
import type { NotificationItem, NotificationLinks, NotificationMail } from './notification-mail.ts'
import { clipName, footOf, type NotificationTexts, openTexts } from './notification-texts.ts'

const shownItems = 6
const shownNames = 3
const weekMilliseconds = 7 * 86_400_000

/** The mail about several testimonials: a bundle of ten minutes, or the digest of a day. */
export function composeSummary(
	words: MailTranslation,
	mail: NotificationMail,
	links: NotificationLinks,
	now = new Date(),
): MailContent {
	const texts = openTexts(words)
	const { language, direction } = texts
	const { space, items } = mail
	const news = countNews(texts, mail)
	const names = texts.listNames([...new Set(items.map((item) => clipName(item.author_name)))].slice(0, shownNames))
	const name = clipName(space.name)
	const isNewOnly = items.every(({ kind }) => kind === 'new')
	const { subject, heading } =
		mail.kind === 'digest'
			? {
					subject: texts.say('digest_subject', {
						space: name,
						news,
						day: dayOf(texts, mail, now, { weekday: 'long' }),
					}),
					heading: news,
				}
			: isNewOnly
				? {
						subject: texts.count('bundle_subject', items.length + mail.more, { space: name }),
						heading: texts.count('people', items.length + mail.more),
					}
				: { subject: texts.say('mixed_subject', { space: name, news }), heading: news }
	return {
		language,
		direction,
		subject,
		preview: texts.say('digest_preview', { names }),
		...(mail.kind === 'digest'
			? { eyebrow: texts.say('digest_eyebrow', { date: dayOf(texts, mail, now, { dateStyle: 'full' }) }) }
			: {}),
		heading,
		blocks: [
			...(mail.kind === 'bundle' ? [{ kind: 'small', text: texts.say('bundle_intro') } as const] : []),
			...items.slice(0, shownItems).map((item) => describeItem(texts, item)),
			...describeRest(texts, mail),
			{ kind: 'button', label: texts.say('open'), href: `${links.site}/dashboard/inbox?space=${space.id}` },
			...describePending(texts, mail, now),
			...describeSpam(texts, mail),
		],
		foot: footOf(texts, mail, links),
	}
}

/** "3 new, 1 edited". Events beyond the items count as new. */
function countNews(texts: NotificationTexts, { items, more }: NotificationMail): string {
	const parts = (['new', 'edited', 'withdrawn', 'accepted', 'refused'] as const).flatMap((kind) => {
		const count = items.filter((item) => item.kind === kind).length + (kind === 'new' ? more : 0)
		return count > 0 ? [texts.count(kind, count)] : []
	})
	return texts.list(parts)
}

function describeItem(texts: NotificationTexts, item: NotificationItem): MailBlock {
	const isHidden = item.kind === 'withdrawn'
	const rating = item.rating === null ? texts.say('noStars') : texts.count('stars', item.rating)
	const about = [
		...(item.kind === 'new' ? [] : [texts.say(`by_${item.kind}`)]),
		...(isHidden ? [] : [rating]),
		...(item.spam_state === 'suspect' ? [texts.say('suspectLabel')] : []),
	]
	const words = [item.title, item.body && clipWords(item.body, 160)].filter(Boolean).join('\n')
	return {
		kind: 'item',
		text: isHidden ? texts.say('hidden') : words || describeFile(texts, item),
		...(isHidden || !words ? {} : { language: item.locale }),
		by: item.author_name,
		about: texts.join(about),
	}
}

function describeRest(texts: NotificationTexts, { items, more }: NotificationMail): MailBlock[] {
	const rest = Math.max(0, items.length - shownItems) + more
	return rest > 0 ? [{ kind: 'text', text: texts.count('more', rest) }] : []
}

function describePending(texts: NotificationTexts, mail: NotificationMail, now: Date): MailBlock[] {
	const { count, oldest } = mail.pending
	if (count === 0 || !oldest) return []
	const since = new Date(oldest)
	const isRecent = now.getTime() - since.getTime() < weekMilliseconds
	const day = dayOf(texts, mail, since, isRecent ? { weekday: 'long' } : { dateStyle: 'long' })
	return [{ kind: 'small', text: texts.count('pending', count, { day }) }]
}

/** The digest alone tells it: an alert is about the testimonials that it names. */
function describeSpam(texts: NotificationTexts, { kind, spam }: NotificationMail): MailBlock[] {
	return kind === 'digest' && spam > 0 ? [{ kind: 'small', text: texts.count('spam', spam) }] : []
}

/** A day in the member's time zone. A zone that this Node does not know counts as UTC. */
function dayOf(
	{ tag }: NotificationTexts,
	{ member }: NotificationMail,
	at: Date,
	style: Intl.DateTimeFormatOptions,
): string {
	const format = (timeZone: string) =>
		new Intl.DateTimeFormat(tag, { ...style, numberingSystem: 'latn', timeZone }).format(at)
	try {
		return format(member.time_zone ?? 'UTC')
	} catch {
		return format('UTC')
	}
}
