import { arabic } from './ar/questions.ts'
import { german } from './de/questions.ts'
import { english, type QuestionMessages } from './en/questions.ts'
import { spanish } from './es/questions.ts'
import { french } from './fr/questions.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic }

/** The messages of a locale's language, else English. */
export function questionMessagesFor(locale: string): QuestionMessages {
	return findMessages(tables, locale) ?? english
}
