/** The locale in which texts of a language have dates and numbers. British English puts the day before its month. */
export function dateLocale(language: string): string {
	return language === 'en' ? 'en-GB' : language
}
