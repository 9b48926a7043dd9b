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
	const words = Object.hasOwn(tables, language) ? tables[language] : undefined
	if (!words) return { words: english, lang: 'en', dir: 'ltr' }
	return { words, lang: language, dir: rightToLeft.has(language) ? 'rtl' : 'ltr' }
}

/** Words that the form needs only once it lives: problems, states, thanks. They come apart, so that the page is light. */
const late = [
	'count',
	'kept',
	'changePhoto',
	'removePhoto',
	'sending',
	'oneProblem',
	'problems',
	'needBody',
	'longBody',
	'needName',
	'badEmail',
	'badUrl',
	'needRating',
	'needAnswer',
	'needPhoto',
	'emptyPhoto',
	'badPhoto',
	'bigPhoto',
	'tooLong',
	'draftBack',
	'draftFrom',
	'startAgain',
	'offline',
	'offlineText',
	'throttled',
	'closedNow',
	'full',
	'failed',
	'changed',
	'refused',
	'thanks',
	'goodHands',
	'next1',
	'next2',
	'next3',
	'link',
	'copyLink',
	'copied',
	'linkHint',
	'mailed',
	'openPage',
	'share',
] as const satisfies (keyof Words)[]
const neverLive = [
	'skip',
	'promise1',
	'promise2',
	'promise3',
	'made',
	'closedTitle',
	'closedText',
	'closedWall',
] as const satisfies (keyof Words)[]

/** The words of `lang` that the page's script fetches. */
export function lateWords(lang: string): Partial<Words> {
	const { words } = wordsFor(lang)
	return Object.fromEntries(late.map((name) => [name, words[name]]))
}

/** The words that the page carries for its script: those that it shows from the beginning. */
export function earlyWords(words: Words): Partial<Words> {
	const apart = new Set<string>([...late, ...neverLive])
	return Object.fromEntries(Object.entries(words).filter(([name]) => !apart.has(name)))
}
