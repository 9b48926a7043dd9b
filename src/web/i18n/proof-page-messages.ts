import { arabic } from './ar/proof-page.ts'
import { german } from './de/proof-page.ts'
import { english, type ProofPageMessages } from './en/proof-page.ts'
import { spanish } from './es/proof-page.ts'
import { french } from './fr/proof-page.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, with `lang` and `dir`; else English. */
export function proofPageMessagesFor(locale: string): PageMessages<ProofPageMessages> {
	return pageMessages(tables, locale)
}
