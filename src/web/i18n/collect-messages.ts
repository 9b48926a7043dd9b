import { arabic } from './ar/collect.ts'
import { german } from './de/collect.ts'
import { type CollectMessages, english } from './en/collect.ts'
import { spanish } from './es/collect.ts'
import { french } from './fr/collect.ts'
import { findMessages } from './messages.ts'

const tables: Readonly<Record<string, CollectMessages>> = {
	en: english,
	de: german,
	fr: french,
	es: spanish,
	ar: arabic,
}

/**
 * The messages for a form's locale, with `lang` and `dir`. A locale without a translation gets English, marked as
 * English.
 */
export function collectMessagesFor(locale: string): {
	words: CollectMessages
	lang: string
	dir: 'ltr' | 'rtl'
} {
	const words = findMessages(tables, locale)
	if (!words) return { words: english, lang: 'en', dir: 'ltr' }
	return { words, lang: locale.toLowerCase().slice(0, 2), dir: words === arabic ? 'rtl' : 'ltr' }
}

/**
 * Messages that the form needs only once it runs: problems, states, thanks. They are fetched separately to keep the
 * page small.
 */
const deferredKeys = [
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
] as const satisfies (keyof CollectMessages)[]
const serverOnlyKeys = [
	'skip',
	'promise1',
	'promise2',
	'promise3',
	'made',
	'closedTitle',
	'closedText',
	'closedWall',
] as const satisfies (keyof CollectMessages)[]

/** The messages of `lang` that the page's script fetches. */
export function lateWords(lang: string): Partial<CollectMessages> {
	const { words } = collectMessagesFor(lang)
	return Object.fromEntries(deferredKeys.map((name) => [name, words[name]]))
}

/** The messages in the page itself: those that its script shows from the beginning. */
export function initialMessages(words: CollectMessages): Partial<CollectMessages> {
	const apart = new Set<string>([...deferredKeys, ...serverOnlyKeys])
	return Object.fromEntries(Object.entries(words).filter(([name]) => !apart.has(name)))
}
