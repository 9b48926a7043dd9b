import { pageArabic } from './page-phrases-ar.ts'
import { type PagePhrases, pageEnglish } from './page-phrases-en.ts'
import { pageFrench, pageGerman, pageSpanish } from './page-phrases-more.ts'

const known: Record<string, PagePhrases> = {
	en: pageEnglish,
	ar: pageArabic,
	de: pageGerman,
	es: pageSpanish,
	fr: pageFrench,
}

/** @param language as given by `Phrases.lang` */
export function pagePhrasesFor(language: string): PagePhrases {
	return known[language] ?? pageEnglish
}
