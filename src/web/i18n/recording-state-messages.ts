import { arabic } from './ar/recording-state.ts'
import { german } from './de/recording-state.ts'
import { english, type RecordingStateMessages } from './en/recording-state.ts'
import { spanish } from './es/recording-state.ts'
import { french } from './fr/recording-state.ts'
import { findMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }

/** The messages of a locale's language, else English. */
export function recordingStateMessagesFor(locale: string): RecordingStateMessages {
	return findMessages(tables, locale) ?? english
}
