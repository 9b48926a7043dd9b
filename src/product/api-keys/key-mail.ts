import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { productMail } from '#product/mails/product-mails.ts'
import { dateLocale } from '#shared/date-locale.ts'
import type { KeyMailAbout, KeyMailData } from './queries.ts'

/** The mail to an owner about a key that ends soon, or that was revoked with the ownership of its maker. */
export function keyMail(words: MailTranslation, about: KeyMailAbout, data: KeyMailData, link: string): MailContent {
	const { language, direction } = words
	const texts = productMail(words, about === 'ends' ? 'key_ends' : 'key_revoked')
	const dates = new Intl.DateTimeFormat(dateLocale(language), {
		dateStyle: 'long',
		timeZone: 'UTC',
		numberingSystem: 'latn',
	})
	const values = {
		key: plainName(data.key_name),
		space: plainName(data.space_name),
		maker: data.maker === null ? undefined : plainName(data.maker),
		day: data.ends_at === null ? undefined : dates.format(new Date(data.ends_at)),
	}
	const fill = (text: string) => fillText(text, values, direction === 'rtl', ['day'])
	return {
		language,
		direction,
		subject: fill(texts.subject),
		preview: fill(texts.preview),
		heading: fill(texts.heading),
		blocks: [
			{ kind: 'text', text: fill(data.maker === null ? texts.intro_unnamed : texts.intro) },
			{ kind: 'text', text: fill(texts.next) },
			{ kind: 'button', label: fill(texts.action), href: link },
		],
		foot: [{ text: fill(texts.why) }],
	}
}
