import type { MailCatalog } from '#platform/mail/translations/mail-catalog.ts'
import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { en, type ProductMails } from './en.ts'

/** The product's mails in every language, for the mail service. */
export const productMails: MailCatalog = {
	english: en,
	others: {
		de: async () => (await import('./de.ts')).mails,
		fr: async () => (await import('./fr.ts')).mails,
		es: async () => (await import('./es.ts')).mails,
		ar: async () => (await import('./ar.ts')).mails,
	},
}

/** The texts of one mail of the product in the language of `words`. */
export function productMail<Name extends keyof ProductMails>(words: MailTranslation, name: Name): ProductMails[Name] {
	return words.mails[name] as ProductMails[Name]
}

/** The text `<key>_<plural form>` for a count, or `<key>_other` when the language has no such form. */
export function pluralText(texts: Record<string, string>, key: string, count: number, language: string): string {
	const form = new Intl.PluralRules(language).select(count)
	return texts[`${key}_${form}`] ?? texts[`${key}_other`] ?? ''
}
