import { arabic } from './ar/inbox-recording.ts'
import { german } from './de/inbox-recording.ts'
import { english, type InboxRecordingMessages } from './en/inbox-recording.ts'
import { spanish } from './es/inbox-recording.ts'
import { french } from './fr/inbox-recording.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function inboxRecordingMessagesFor(locale: string): InboxRecordingMessages {
	return findMessages(tables, locale) ?? english
}
