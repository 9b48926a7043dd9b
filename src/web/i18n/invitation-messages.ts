import { arabic } from './ar/invitation.ts'
import { german } from './de/invitation.ts'
import { english, type InvitationMessages } from './en/invitation.ts'
import { spanish } from './es/invitation.ts'
import { french } from './fr/invitation.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The suggested invitation in a locale's language, else in English. */
export function invitationMessagesFor(locale: string): InvitationMessages {
	return findMessages(tables, locale) ?? english
}
