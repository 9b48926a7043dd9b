import { arabic } from './ar/unsubscribe.ts'
import { german } from './de/unsubscribe.ts'
import { english, type UnsubscribeMessages } from './en/unsubscribe.ts'
import { spanish } from './es/unsubscribe.ts'
import { french } from './fr/unsubscribe.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function unsubscribeMessagesFor(locale: string): PageMessages<UnsubscribeMessages> {
	return pageMessages(tables, locale)
}
