import { type WallLanguage, wallLanguages } from '#shared/wall-languages.ts'
import { arabic } from './phrases-ar.ts'
import { german } from './phrases-de.ts'
import { english, type Phrases } from './phrases-en.ts'
import { spanish } from './phrases-es.ts'
import { french } from './phrases-fr.ts'

const known: Record<WallLanguage, Phrases> = {
	en: english,
	ar: arabic,
	de: german,
	es: spanish,
	fr: french,
}

/** The words of a language; null when we do not have them. */
export function findPhrases(locale: string | null): Phrases | null {
	const asked = (locale ?? '').toLowerCase().split(/[-_]/, 1)[0]
	const language = wallLanguages.find((one) => one === asked)
	return language ? known[language] : null
}

/** The words of a language, English when we do not have it. */
export function phrasesFor(locale: string | null): Phrases {
	return findPhrases(locale) ?? english
}
