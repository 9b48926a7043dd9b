import { arabic } from './ar/wall-page.ts'
import { german } from './de/wall-page.ts'
import { english, type WallPageMessages } from './en/wall-page.ts'
import { spanish } from './es/wall-page.ts'
import { french } from './fr/wall-page.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function wallPageMessagesFor(locale: string): WallPageMessages {
	return findMessages(tables, locale) ?? english
}
