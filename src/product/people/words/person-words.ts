import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english, type PersonWords } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'

const dictionaries: Record<string, PersonWords> = {
	ar: arabic,
	de: german,
	en: english,
	es: spanish,
	fr: french,
}

/** The texts of a download in the language of a locale; English for any other. */
export function personWordsFor(locale: string): { lang: string; dir: 'ltr' | 'rtl'; words: PersonWords } {
	const lang = locale.split('-')[0] ?? ''
	const words = dictionaries[lang]
	return words ? { lang, dir: lang === 'ar' ? 'rtl' : 'ltr', words } : { lang: 'en', dir: 'ltr', words: english }
}
