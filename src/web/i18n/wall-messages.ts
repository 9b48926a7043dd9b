import { arabic } from './ar/wall.ts'
import { german } from './de/wall.ts'
import { english, type WallMessages } from './en/wall.ts'
import { spanish } from './es/wall.ts'
import { french } from './fr/wall.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language; undefined when it is not translated. */
export function findWallMessages(locale: string | null): WallMessages | undefined {
	return findMessages(tables, locale)
}

/** The messages of a locale's language, else English. */
export function wallMessagesFor(locale: string | null): WallMessages {
	return findWallMessages(locale) ?? english
}
