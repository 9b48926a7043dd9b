import { arabic } from './ar/collect.ts'
import { german } from './de/collect.ts'
import { type CollectMessages, deferred, english, serverOnly } from './en/collect.ts'
import { spanish } from './es/collect.ts'
import { french } from './fr/collect.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic }

/** The messages of a form's locale, else English. */
export function collectMessagesFor(locale: string): PageMessages<CollectMessages> {
	return pageMessages(tables, locale)
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
