import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { productMail } from '#product/mails/product-mails.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { OwnWords } from './own-words.ts'
import { isQuotable } from './quote-words.ts'
import type { SubmitterLinks } from './submitter-links.ts'

export type ProposalMail = {
	testimonial: string
	space_name: string
	/** The space's colour as stored. */
	color: string | null
	locale: string
	kind: Kind
	/** The proposed words. */
	body: string
	/** The member's words about them; may be empty. */
	note: string
}

/**
 * The mail to a submitter to whom other words are proposed. Its link opens the private page; no link of a mail answers.
 * @param own the space's words instead of ours; the proposal, the link and the foot stay
 */
export function proposalMail(
	words: MailTranslation,
	data: ProposalMail,
	links: SubmitterLinks,
	own?: OwnWords,
): MailContent {
	const { language, direction } = words
	const texts = productMail(words, 'proposal')
	const space = plainName(data.space_name)
	const fill = (text: string) => fillText(text, { space }, direction === 'rtl')
	return {
		language,
		direction,
		subject: own?.subject ?? fill(texts.subject),
		preview: own?.preview ?? fill(texts.preview),
		heading: own?.heading ?? fill(texts.heading),
		brand: { name: space, color: data.color },
		blocks: [
			...(own?.before ?? []),
			...(isQuotable(data.note) ? [{ kind: 'text', text: `“${data.note}”` } as const] : []),
			...(isQuotable(data.body)
				? [
						{ kind: 'text', text: fill(texts.proposed) } as const,
						{ kind: 'quote', text: data.body, language: data.locale } as const,
					]
				: []),
			{ kind: 'button', label: fill(texts.action), href: links.page },
			...(own?.after ?? []),
			{ kind: 'small', text: fill(texts.stays) },
		],
		foot: [{ text: fill(texts.foot), link: { label: fill(texts.stop), href: links.unsubscribe } }],
	}
}
