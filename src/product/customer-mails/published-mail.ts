import type { MailBlock, MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { submitterMail } from '#product/mails/product-mails.ts'
import { dateLocale } from '#shared/date-locale.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { ConsentScope } from '#shared/rows.ts'
import type { OwnWords } from './own-words.ts'
import { quoteWords } from './quote-words.ts'
import type { SubmitterLinks } from './submitter-links.ts'

export type PublishedMail = {
	space_name: string
	/** The space's colour as stored. */
	color: string | null
	locale: string
	kind: Kind
	title: string | null
	/** The words that are shown; empty for a picture or recording alone. */
	body: string
	/** True when the owner shows a part of the words. */
	is_part: boolean
	scope: ConsentScope
	/** Slug of a published wall that shows it. */
	wall: string | null
	published_at: Date
}

/**
 * The mail to a submitter whose testimonial is public for the first time.
 * @param own the space's words instead of ours; links, facts and the foot stay
 */
export function publishedMail(
	words: MailTranslation,
	data: PublishedMail & { id: string },
	links: SubmitterLinks,
	own?: OwnWords,
): MailContent {
	const { language, direction } = words
	const texts = submitterMail(words, 'published', data.kind)
	const day = data.published_at.toLocaleDateString(dateLocale(language), {
		dateStyle: 'long',
		timeZone: 'UTC',
		numberingSystem: 'latn',
	})
	const space = plainName(data.space_name)
	const fill = (text: string) => fillText(text, { space, day }, direction === 'rtl', ['day'])
	const page = { kind: 'button', label: fill(texts.page), href: links.page } as const
	const buttons: MailBlock[] = data.wall
		? [
				{ kind: 'button', label: fill(texts.wall), href: `${links.site}/w/${data.wall}#t-${data.id}` },
				{ ...page, secondary: true },
			]
		: [page]
	return {
		language,
		direction,
		subject: own?.subject ?? fill(texts.subject),
		preview: own?.preview ?? fill(texts.preview),
		heading: own?.heading ?? fill(texts.heading),
		brand: { name: space, color: data.color },
		blocks: [
			...(own?.before ?? []),
			...quoteWords(data),
			...(data.is_part ? [{ kind: 'text', text: fill(texts.part) } as const] : []),
			...(data.scope === 'anonymous' ? [{ kind: 'text', text: fill(texts.anonymous) } as const] : []),
			...buttons,
			...(own?.after ?? []),
			{ kind: 'small', text: fill(texts.withdraw) },
		],
		foot: [{ text: fill(texts.foot), link: { label: fill(texts.stop), href: links.unsubscribe } }],
	}
}
