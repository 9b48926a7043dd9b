/** The languages in which the words around testimonials are spoken; any other gives English. */
export const wallLanguages = ['en', 'ar', 'de', 'es', 'fr'] as const
export type WallLanguage = (typeof wallLanguages)[number]

/** The language of a locale, if it is one of them; else English. */
export function wallLanguageOf(locale: string): WallLanguage {
	const [language] = locale.toLowerCase().split('-')
	return wallLanguages.find((one) => one === language) ?? 'en'
}
