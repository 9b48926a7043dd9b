import type { MailFoot } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import { commaOf, isolate } from '#platform/mail/templates/text-direction.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { clipWords } from '#product/mails/clip-text.ts'
import { pluralText, productMail } from '#product/mails/product-mails.ts'
import { dateLocale } from '#shared/date-locale.ts'
import type { NotificationLinks, NotificationMail } from './notification-mail.ts'

type AlertTexts = ReturnType<typeof productMail<'alert'>>

/** Values in the language of the mail itself, and numbers. */
const ownWords = ['news', 'names', 'count', 'rating', 'day', 'date', 'length']
/** Longer names push the rest of a subject out of a list of mails. */
const maxSubjectName = 40

/** The texts of mails to members in one language, with values filled in. */
export type NotificationTexts = ReturnType<typeof openTexts>

export function openTexts(words: MailTranslation) {
	const { language, direction } = words
	const texts: AlertTexts = productMail(words, 'alert')
	const tag = dateLocale(language)
	// Latin digits, as elsewhere on the screens that these mails lead to.
	const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
	const fill = (text: string, values: Record<string, string> = {}) =>
		fillText(text, values, direction === 'rtl', ownWords)
	return {
		language,
		direction,
		tag,
		say: (key: keyof AlertTexts & string, values?: Record<string, string>) => fill(texts[key] ?? '', values),
		count: (key: string, count: number, values: Record<string, string> = {}) =>
			fill(pluralText(texts, key, count, language), { count: numbers.format(count), ...values }),
		list: (parts: readonly string[]) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(parts),
		/** Names in a sentence: each keeps its own direction. */
		listNames: (names: readonly string[]) =>
			new Intl.ListFormat(tag, { type: 'unit', style: 'short' }).format(
				names.map((name) => (direction === 'rtl' ? isolate(name) : name)),
			),
		/** Facts that are no sentence. */
		join: (facts: readonly string[]) => facts.join(commaOf(language)),
	}
}

/** The line below every mail to a member, with the link that changes or ends them. */
export function footOf(texts: NotificationTexts, mail: NotificationMail, links: NotificationLinks): MailFoot[] {
	const { choice } = mail.member
	const way = choice === 'daily' ? 'daily' : choice === 'off' ? 'changed' : 'each'
	return [{ text: texts.say(`foot_${way}`), link: { label: texts.say(`foot_${way}_link`), href: links.unsubscribe } }]
}

/** A name for a subject. */
export function clipName(name: string): string {
	return clipWords(name, maxSubjectName)
}
