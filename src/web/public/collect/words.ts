import { arabic } from './words-ar.ts'
import { german } from './words-de.ts'
import { english, type Words } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'

const tables: Readonly<Record<string, Words>> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
	ar: arabic,
}
const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/**
 * The page's words for a form's locale, and the `lang` and `dir` that go with them.
 * A language without a table is answered in English, marked as English.
 */
export function wordsFor(locale: string): { words: Words; lang: string; dir: 'ltr' | 'rtl' } {
	const language = locale.toLowerCase().split(/[-_]/)[0] ?? 'en'
	const words = tables[language]
	if (!words) return { words: english, lang: 'en', dir: 'ltr' }
	return { words, lang: language, dir: rightToLeft.has(language) ? 'rtl' : 'ltr' }
}
