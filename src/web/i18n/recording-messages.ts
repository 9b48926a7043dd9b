import { arabic } from './ar/recording.ts'
import { german } from './de/recording.ts'
import { english, type RecordingMessages } from './en/recording.ts'
import { spanish } from './es/recording.ts'
import { french } from './fr/recording.ts'
import { pageMessages } from './messages.ts'

const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic }

/** The messages about recordings that the page's script fetches, in `lang`, else in English. */
export function recordingWords(lang: string): RecordingMessages {
	return pageMessages(tables, lang).words
}
