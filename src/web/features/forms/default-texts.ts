import type { FormTexts, FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { interpolate, pageMessages } from '#web/i18n/messages.ts'

/** The texts that a form has until its owner writes others. */
const defaultFields = ['title', 'consent_text'] as const

/** A text that a form begins with. */
export type DefaultField = (typeof defaultFields)[number]

/** The texts of one language, with the name of the space and the direction in which they are written. */
export type LocalizedFormTexts = FormTexts & { dir: 'ltr' | 'rtl' }

/** The texts of a locale's language; the English ones for a language without a translation. */
export function formTextsFor(all: FormTextsByLanguage, locale: string, space: string): LocalizedFormTexts {
	const { words, dir } = pageMessages(all, locale)
	return { ...words, title: interpolate(words.title, { space }), dir }
}

/**
 * The texts that follow a form into another language, and those that stay. A text follows as long as it is, to the letter, the one
 * that a form of the former language begins with; whatever the owner wrote stays.
 */
export function translateDefaults(
	form: Readonly<Record<DefaultField, string>>,
	former: FormTexts,
	next: FormTexts,
): { texts: Partial<Record<DefaultField, string>>; kept: DefaultField[] } {
	const follows = (field: DefaultField) => form[field] === former[field]
	return {
		texts: Object.fromEntries(defaultFields.filter(follows).map((field) => [field, next[field]])),
		kept: defaultFields.filter((field) => !follows(field)),
	}
}
