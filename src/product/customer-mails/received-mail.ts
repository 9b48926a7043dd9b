import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { submitterMail } from '#product/mails/product-mails.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { OwnWords } from './own-words.ts'
import { isQuotable, quoteWords } from './quote-words.ts'
import type { SubmitterLinks } from './submitter-links.ts'

export type ReceivedMail = {
	space_name: string
	/** The space's colour as stored. */
	color: string | null
	locale: string
	kind: Kind
	title: string | null
	author_name: string
	body: string
}

/**
 * The mail to a submitter with their private link.
 * @param own the space's words instead of ours; the link, what it gives, and the foot stay
 */
export function receivedMail(
	words: MailTranslation,
	data: ReceivedMail,
	links: SubmitterLinks,
	own?: OwnWords,
): MailContent {
	const { language, direction } = words
	const texts = submitterMail(words, 'private_link', data.kind)
	const space = plainName(data.space_name)
	const values = { space, name: plainName(data.author_name) }
	const fill = (text: string) => fillText(text, values, direction === 'rtl')
	return {
		language,
		direction,
		subject: own?.subject ?? fill(texts.subject),
		preview: own?.preview ?? fill(texts.preview),
		heading: own?.heading ?? fill(isQuotable(data.author_name) ? texts.heading : texts.heading_unnamed),
		brand: { name: space, color: data.color },
		blocks: [
			...(own?.before ?? []),
			...quoteWords(data),
			...(own ? [] : [{ kind: 'text', text: fill(texts.intro) } as const]),
			{ kind: 'button', label: fill(texts.action), href: links.page },
			...(own?.after ?? []),
			{ kind: 'small', text: fill(texts.once) },
		],
		foot: [{ text: fill(texts.notYou), link: { label: fill(texts.stop), href: links.unsubscribe } }],
	}
}
