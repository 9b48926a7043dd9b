import { encodeCaptionText } from './caption-text.ts'
import { formatCaptionTime } from './caption-time.ts'
import type { Cue } from './cue.ts'

/** Normalized WebVTT: times with hours, text without markup. `parseCaptions` reads the same cues from it. */
export function writeCaptions(cues: readonly Cue[]): string {
	const blocks = cues.map(
		({ start, end, text }) => `${formatCaptionTime(start)} --> ${formatCaptionTime(end)}\n${encodeCaptionText(text)}\n`,
	)
	return ['WEBVTT\n', ...blocks].join('\n')
}

/** The words alone, one line for each cue, with single spaces: a quotation is searched in it (public.choose_quote). */
export function transcriptOf(cues: readonly Cue[]): string {
	return cues.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('\n')
}
