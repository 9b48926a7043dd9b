import type { MailBlock } from '#platform/mail/mail-content.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { fillInvitationText, type InvitationValues } from '#product/invitations/fill-invitation-text.ts'
import { clipWords } from '#product/mails/clip-text.ts'
import { plainName } from '#product/mails/plain-name.ts'
import {
	type CustomerMailWords,
	mailTextProblems,
	normalizeMailWords,
	splitAtLink,
} from '#shared/mail/customer-mails.ts'
import { isQuotable } from './quote-words.ts'

/** The space's own words of one mail, filled in: paragraphs before and after the private link. */
export type OwnWords = { subject: string; preview: string; heading: string; before: MailBlock[]; after: MailBlock[] }

const previewLength = 120

/**
 * Fills a space's own words. Stored words are checked again, as an archive may bring any.
 * @param values as typed; a name that contains a web address is left out, since anyone may type any name into a form
 * @returns undefined for words that the rules refuse: the mail goes out in Plaudit's
 */
export function fillOwnWords(
	{ direction }: Pick<MailTranslation, 'direction'>,
	words: CustomerMailWords | undefined,
	values: InvitationValues,
): OwnWords | undefined {
	if (!words) return undefined
	const normalized = normalizeMailWords(words)
	if (Object.keys(mailTextProblems(normalized)).length > 0) return undefined
	const named: InvitationValues = {
		name: values.name && isQuotable(values.name) ? plainName(values.name) : null,
		space: plainName(values.space),
		form: values.form && plainName(values.form),
	}
	const fill = (text: string) => fillInvitationText(text, named, direction === 'rtl')
	const paragraphs = (text: string) =>
		fill(text)
			.split(/\n\s*\n/)
			.map((paragraph) => paragraph.trim())
			.filter(Boolean)
			.map((paragraph) => ({ kind: 'text', text: paragraph }) as const)
	const [before, after] = splitAtLink(normalized.body)
	const subject = fill(normalized.subject).trim() || named.space
	const opening = paragraphs(before)
	return {
		subject,
		preview: clipWords(opening.map(({ text }) => text).join(' '), previewLength) || subject,
		heading: subject,
		before: opening,
		after: paragraphs(after),
	}
}

/** The best language of a mail for which there are words; English when there is none. */
export async function chooseMailWords(
	words: (locale: string) => Promise<MailTranslation>,
	locales: readonly string[],
): Promise<MailTranslation> {
	const primary = (locale: string) => locale.toLowerCase().split(/[-_]/)[0]
	for (const locale of locales) {
		const found = await words(locale)
		if (primary(found.language) === primary(locale)) return found
	}
	return words('en')
}
