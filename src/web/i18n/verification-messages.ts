import { arabic } from './ar/verification.ts'
import { german } from './de/verification.ts'
import { english, type VerificationMessages } from './en/verification.ts'
import { spanish } from './es/verification.ts'
import { french } from './fr/verification.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function verificationMessagesFor(locale: string): VerificationMessages {
	return findMessages(tables, locale) ?? english
}
