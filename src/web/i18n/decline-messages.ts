import { arabic } from './ar/decline.ts'
import { german } from './de/decline.ts'
import { type DeclineMessages, english } from './en/decline.ts'
import { spanish } from './es/decline.ts'
import { french } from './fr/decline.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function declineMessagesFor(locale: string): PageMessages<DeclineMessages> {
	return pageMessages(tables, locale)
}
