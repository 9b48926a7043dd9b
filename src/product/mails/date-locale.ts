/** The locale in which a mail of a language writes dates and numbers. British English puts the day before its month, as the screens do. */
export function dateLocale(language: string): string {
	return language === 'en' ? 'en-GB' : language
}
