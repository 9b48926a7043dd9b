import type { WallLanguage } from '#shared/wall/wall-languages.ts'

/** Replaces the `{name}` placeholders of a sentence; one without a value becomes empty. */
export function interpolate(sentence: string, values: Readonly<Record<string, string | number>>): string {
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/**
 * The form for a count by the plural rules of a language, and `shown` for its `{n}`.
 * @param forms such as `one: {n} character | other: {n} characters`
 */
export function formatCount(forms: string, n: number, lang: string, shown: string): string {
	const byName = new Map(forms.split(' | ').map((form) => form.split(': ', 2) as [string, string]))
	return interpolate(byName.get(new Intl.PluralRules(lang).select(n)) ?? byName.get('other') ?? '', { n: shown })
}

/** Texts of a page with the language they are in. */
export type PageMessages<Messages> = { words: Messages; lang: string; dir: 'ltr' | 'rtl' }

/** The table of a locale's language, with `lang` and `dir`; else the English one, marked as English. */
export function pageMessages<Messages>(
	tables: Readonly<Record<WallLanguage, Messages>>,
	locale: string,
): PageMessages<Messages> {
	const words = findMessages(tables, locale)
	if (!words) return { words: tables.en, lang: 'en', dir: 'ltr' }
	return { words, lang: locale.toLowerCase().slice(0, 2), dir: words === tables.ar ? 'rtl' : 'ltr' }
}

/** The table of a locale's language; undefined when it is not translated. */
export function findMessages<Messages>(
	tables: Readonly<Record<string, Messages>>,
	locale: string | null,
): Messages | undefined {
	const language = (locale ?? '').toLowerCase().split(/[-_]/, 1)[0] ?? ''
	return Object.hasOwn(tables, language) ? tables[language] : undefined
}
