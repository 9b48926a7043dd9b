import type { MailContent } from '#platform/mail/mail-content.ts'
import { fillText } from '#platform/mail/templates/fill-text.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { plainName } from '#product/mails/plain-name.ts'
import { productMail } from '#product/mails/product-mails.ts'
import { dateLocale } from '#shared/date-locale.ts'
import type { MemberInvitationMailData } from './queries.ts'

/** The mail that invites a person to the team of a space. It is about an account, so that it carries Plaudit's name. */
export function memberInvitationMail(
	words: MailTranslation,
	{ email, role, space, inviter, expires_at }: MemberInvitationMailData,
	link: string,
): MailContent {
	const { language, direction } = words
	const texts = productMail(words, 'member_invitation')
	const dates = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'UTC' })
	const until = dates.format(new Date(expires_at))
	const values = { space: plainName(space), email, until, inviter: inviter ? plainName(inviter) : undefined }
	const fill = (text: string) => fillText(text, values, direction === 'rtl', ['until'])
	const intro = inviter ? texts.intro : texts.intro_unnamed
	return {
		language,
		direction,
		subject: fill(inviter ? texts.subject : texts.subject_unnamed),
		preview: fill(texts[`preview_${role}`]),
		heading: fill(texts[`heading_${role}`]),
		blocks: [
			{ kind: 'text', text: fill(intro) },
			{ kind: 'text', text: fill(texts[`may_${role}`]) },
			{ kind: 'button', label: fill(texts.action), href: link },
			{ kind: 'small', text: fill(texts.only) },
		],
		foot: [{ text: fill(texts.unknown) }],
	}
}
