import type { Cue } from '#shared/recording/cue.ts'
import { transcriptOf } from '#shared/recording/write-captions.ts'
import { type Excerpt, toCodePointOffset } from '#web/features/inbox/detail/excerpt.ts'

/** A stretch of the transcript: `time` is shown before it, `isQuoted` words are those that walls show. */
export type TranscriptPart = { time: number | null; words: string; isQuoted: boolean }

/** Seconds between two times in a transcript. */
const timeEvery = 6

/** The words of all cues in one line, as public.choose_quote searches in them. */
export const transcriptText = (cues: readonly Cue[]): string => transcriptOf(cues).replaceAll('\n', ' ')

/** Where a quotation stands in the transcript, in code points; null when it is all of it, or not in it. */
export const quoteRange = (text: string, quote: string | null): Excerpt | null => {
	const at = quote === null || quote === text ? -1 : text.indexOf(quote)
	if (quote === null || at < 0) return null
	return { start: toCodePointOffset(text, at), end: toCodePointOffset(text, at + quote.length) }
}

/** The transcript with times every few seconds and its quotation. */
export const transcriptParts = (cues: readonly Cue[], quote: string | null): TranscriptPart[] => {
	const found = quote === null ? -1 : transcriptText(cues).indexOf(quote)
	const from = quote === null || found < 0 ? 0 : found
	const to = quote === null || found < 0 ? 0 : found + quote.length
	const parts: TranscriptPart[] = []
	let at = 0
	let lastTime = Number.NEGATIVE_INFINITY
	for (const cue of cues) {
		const words = `${transcriptOf([cue])} `
		let time = cue.start - lastTime >= timeEvery ? cue.start : null
		if (time !== null) lastTime = time
		const cut = (edge: number) => Math.min(Math.max(edge - at, 0), words.length)
		for (const [piece, isQuoted] of [
			[words.slice(0, cut(from)), false],
			[words.slice(cut(from), cut(to)), true],
			[words.slice(cut(to)), false],
		] as const) {
			if (piece === '') continue
			parts.push({ time, words: piece, isQuoted })
			time = null
		}
		at += words.length
	}
	return parts
}
