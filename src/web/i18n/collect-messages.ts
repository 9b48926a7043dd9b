import { arabic } from './ar/collect.ts'
import { german } from './de/collect.ts'
import { type CollectMessages, deferred, english, serverOnly } from './en/collect.ts'
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

const deferredKeys = Object.keys(deferred) as (keyof typeof deferred)[]

/** The messages of `lang` that the page's script fetches. */
export function lateWords(lang: string): Partial<CollectMessages> {
	const { words } = collectMessagesFor(lang)
	return Object.fromEntries(deferredKeys.map((name) => [name, words[name]]))
}

/** The messages in the page itself: those that its script shows from the beginning. */
export function initialMessages(words: CollectMessages): Partial<CollectMessages> {
	return Object.fromEntries(
		Object.entries(words).filter(([name]) => !(Object.hasOwn(deferred, name) || Object.hasOwn(serverOnly, name))),
	)
}
