import { isRecordingKind, type RecordingKind } from '#shared/form/public-form.ts'
import type { ReceiptProps } from '#shared/page-props.ts'
import { markKey } from '#web/public/collect/draft/recording-mark.ts'
import type { ReceiptTexts } from '#web/public/receipt/receipt-text.ts'

/** Used when the form is gone. */
const defaultMaxSeconds = 120

const textNames = [
	'send',
	'sending',
	'sendsLater',
	'takeBackSend',
	'uploading',
	'left',
	'arrived',
	'needNotWait',
	'notSent',
	'tooOften',
] as const

/** Texts of the island that replaces a recording. */
export type ReplacementTexts = Record<(typeof textNames)[number] | 'closed', string>

/** The data with which the page's script replaces a recording. `id`: of the testimonial; `limits`: bytes and seconds. */
export type ReplacementData = {
	id: string
	kind: RecordingKind
	lang: string
	/** Key under which this device remembers that it has a recording. */
	mark: string
	title: string
	prompts: string[]
	limits: { bytes: number; seconds: number }
	texts: ReplacementTexts
}

/** The data that the server renders into the page; undefined for a testimonial without a recording. */
export function replacementData({ receipt, limits }: ReceiptProps, texts: ReceiptTexts): ReplacementData | undefined {
	const { id, kind, form, space } = receipt
	if (!isRecordingKind(kind)) return undefined
	const { say, lang, form: words } = texts
	// A space for what the script fills in later, such as `{time}`.
	const later = { space: space.name, time: '{time}' }
	return {
		id,
		kind,
		lang,
		mark: markKey(id),
		title: say('title', { space: space.name }),
		prompts: [words.prompt1, words.prompt2, words.prompt3],
		limits: {
			bytes: kind === 'video' ? limits.videoBytes : limits.audioBytes,
			seconds: form?.max_seconds ?? defaultMaxSeconds,
		},
		texts: {
			...(Object.fromEntries(textNames.map((name) => [name, say(name, later)])) as ReplacementTexts),
			// A proposal has a text of this name, too.
			closed: say('closedLink'),
		},
	}
}
