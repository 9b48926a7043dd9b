import type { MailCatalog } from '#platform/mail/translations/mail-catalog.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { isRecordingKind, type Kind } from '#shared/form/public-form.ts'
import { en, type ProductMails } from './translations/en.ts'

/** The product's mails in every language, for the mail service. */
export const productMails: MailCatalog = {
	english: en,
	others: {
		de: async () => (await import('./translations/de.ts')).mails,
		fr: async () => (await import('./translations/fr.ts')).mails,
		es: async () => (await import('./translations/es.ts')).mails,
		ar: async () => (await import('./translations/ar.ts')).mails,
	},
}

/** The texts of one mail of the product in the language of `words`. */
export function productMail<Name extends keyof ProductMails>(words: MailTranslation, name: Name): ProductMails[Name] {
	return words.mails[name] as ProductMails[Name]
}

/** The texts of a mail to a submitter, which name the video or audio that they sent. */
export function submitterMail<Name extends 'private_link' | 'published'>(
	words: MailTranslation,
	name: Name,
	kind: Kind,
): ProductMails[Name] {
	const texts = productMail(words, name)
	return isRecordingKind(kind) ? { ...texts, ...productMail(words, `${name}_${kind}`) } : texts
}

/** The text `<key>_<plural form>` for a count, or `<key>_other` when the language has no such form. */
export function pluralText(texts: Record<string, string>, key: string, count: number, language: string): string {
	const form = new Intl.PluralRules(language).select(count)
	return texts[`${key}_${form}`] ?? texts[`${key}_other`] ?? ''
}
