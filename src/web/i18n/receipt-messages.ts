import { isRecordingKind, type Kind } from '#shared/form/public-form.ts'
import { arabic } from './ar/receipt.ts'
import { arabic as arabicProof } from './ar/receipt-proof.ts'
import { arabic as arabicRecording } from './ar/receipt-recording.ts'
import { german } from './de/receipt.ts'
import { german as germanProof } from './de/receipt-proof.ts'
import { german as germanRecording } from './de/receipt-recording.ts'
import { english, type ReceiptMessages } from './en/receipt.ts'
import { english as englishProof, type ReceiptProofMessages } from './en/receipt-proof.ts'
import { english as englishRecording, type ReceiptRecordingMessages } from './en/receipt-recording.ts'
import { spanish } from './es/receipt.ts'
import { spanish as spanishProof } from './es/receipt-proof.ts'
import { spanish as spanishRecording } from './es/receipt-recording.ts'
import { french } from './fr/receipt.ts'
import { french as frenchProof } from './fr/receipt-proof.ts'
import { french as frenchRecording } from './fr/receipt-recording.ts'
import { type PageMessages, pageMessages } from './messages.ts'

const tables = { en: english, ar: arabic, de: german, es: spanish, fr: french }
const recordingTables = {
	en: englishRecording,
	ar: arabicRecording,
	de: germanRecording,
	es: spanishRecording,
	fr: frenchRecording,
}
const proofTables = { en: englishProof, ar: arabicProof, de: germanProof, es: spanishProof, fr: frenchProof }

type WithoutKind<Name> = Name extends `problem_${string}`
	? Name
	: Name extends `${infer Base}_${'video' | 'audio' | 'recording'}`
		? Base
		: Name
/** Name of a text; one about recordings is without its ending. */
export type ReceiptText =
	| keyof ReceiptMessages
	| keyof ReceiptProofMessages
	| WithoutKind<keyof ReceiptRecordingMessages>

/** The text of a name, about a recording of the kind where there is such a text. */
export type FindText = (name: ReceiptText) => string

/** The messages of a locale's language about a testimonial of `kind`, with `lang` and `dir`; else English. */
export function receiptMessagesFor(
	locale: string,
	kind: Kind = 'text',
): Omit<PageMessages<0>, 'words'> & { find: FindText } {
	const { words, lang, dir } = pageMessages(tables, locale)
	const all: Readonly<Record<string, string>> = {
		...words,
		...pageMessages(recordingTables, locale).words,
		...pageMessages(proofTables, locale).words,
	}
	const find = (name: string) => {
		const own = isRecordingKind(kind) ? (all[`${name}_${kind}`] ?? all[`${name}_recording`]) : undefined
		return own ?? all[name] ?? ''
	}
	return { find, lang, dir }
}
