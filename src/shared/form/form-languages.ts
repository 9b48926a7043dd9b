import { type WallLanguage, wallLanguages } from '#shared/wall/wall-languages.ts'
import type { ConsentTexts } from './public-form.ts'

type Translated = { locale: string; consent_text: string; consent_texts: ConsentTexts }

const languageOf = (locale: string) => locale.toLowerCase().split(/[-_]/, 1)[0] ?? ''

/** The languages in which visitors may read a form: its own, then those with a consent text of their own. */
export function formLanguages({ locale, consent_texts }: Pick<Translated, 'locale' | 'consent_texts'>): string[] {
	const own = languageOf(locale)
	return [own, ...wallLanguages.filter((one) => one !== own && consent_texts[one] !== undefined)]
}

/** The form with the consent text of a language; as it is in its own language, or in one that it does not have. */
export function formInLanguage<Form extends Translated>(form: Form, language: string | undefined): Form {
	const [own, ...others] = formLanguages(form)
	const chosen = others.find((one) => one === language && one !== own) as WallLanguage | undefined
	const consent_text = chosen && form.consent_texts[chosen]
	return consent_text ? { ...form, locale: chosen, consent_text } : form
}
