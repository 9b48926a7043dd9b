import { arabic } from './ar/form-page.ts'
import { german } from './de/form-page.ts'
import { english, type FormPageMessages } from './en/form-page.ts'
import { spanish } from './es/form-page.ts'
import { french } from './fr/form-page.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function formPageMessagesFor(locale: string): FormPageMessages {
	return findMessages(tables, locale) ?? english
}
