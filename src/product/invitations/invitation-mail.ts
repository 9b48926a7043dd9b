import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { productMail } from '#product/mails/product-mails.ts'
import { toBrand } from '#product/spaces/brand.ts'
import { dateLocale } from '#shared/date-locale.ts'
import { fillInvitationText } from './fill-invitation-text.ts'
import type { ClaimedMail } from './queries.ts'

/** The part of a claimed mail that its text depends on. */
export type InvitationMail = Pick<
	ClaimedMail,
	'kind' | 'name' | 'subject' | 'message' | 'asked_at' | 'expires_at' | 'form_title' | 'space_name' | 'brand'
>
/** Addresses of the form and of the page that declines. */
export type InvitationLinks = { write: string; decline: string }

const previewLength = 120

/** The mail that asks a customer, or reminds them, in the language of the form. */
export function invitationMail(words: MailTranslation, mail: InvitationMail, links: InvitationLinks): MailContent {
	const { language, direction } = words
	const isRtl = direction === 'rtl'
	const { kind } = mail
	const space = plainName(mail.space_name)
	const name = mail.name && plainName(mail.name)
	const texts = productMail(words, 'invitation')
	const reminder = productMail(words, 'invitation_reminder')
	const day = (date: Date) =>
		new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(date)
	const fill = (text: string, more: Record<string, string> = {}) =>
		fillText(text, { space, ...more }, isRtl, ['date', 'subject'])
	const form = plainName(mail.form_title)
	const own = (text: string) => fillInvitationText(text, { name, space, form }, isRtl)
	const subject = own(mail.subject).trim() || space
	const message = own(mail.message)
	const intro = fill(reminder.intro, { date: day(mail.asked_at) })
	const paragraphs = (kind === 'reminder' ? intro : message).split(/\n\s*\n/).filter((text) => text.trim())
	return {
		language,
		direction,
		subject: kind === 'reminder' ? fill(reminder.subject, { subject }) : subject,
		preview: cut(kind === 'reminder' ? reminder.preview : message.replace(/\s+/g, ' ')),
		brand: { name: space, color: toBrand(mail.brand).color },
		heading: subject,
		blocks: [
			...paragraphs.map((text) => ({ kind: 'text' as const, text: text.trim() })),
			{ kind: 'button', label: texts.action, href: links.write },
			{ kind: 'small', text: fill(texts.once, { date: day(mail.expires_at) }) },
		],
		foot: [{ text: fill(texts.why), link: { label: texts.decline, href: links.decline } }, { text: fill(texts.sent) }],
	}
}

function cut(text: string): string {
	return text.length <= previewLength ? text : `${text.slice(0, previewLength).replace(/\s+\S*$/, '')} …`
}
