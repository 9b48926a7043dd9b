import { parseCaptions } from './parse-captions.ts'

/** Captions as text to read: what is said and when, in seconds from the start of the recording. */
export type Transcript = { locale: string; cues: { at: number; text: string }[] }

/** Keyed by the id of a testimonial; one a language. */
export type Transcripts = Readonly<Record<string, readonly Transcript[]>>

/**
 * The cues of WebVTT as the server stores it.
 * @param trim the part of the recording that is shown; cues outside it are left out
 */
export function readCues(vtt: string, trim: { start: number; end: number } | null): Transcript['cues'] {
	const read = parseCaptions(vtt)
	if ('problem' in read) return []
	return read.cues
		.filter(({ start, end }) => !trim || (start < trim.end && end > trim.start))
		.map(({ start, text }) => ({ at: start, text: text.replaceAll('\n', ' ') }))
}
