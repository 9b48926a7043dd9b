import type { Transcript } from '#shared/recording/transcript.ts'

type Cue = Transcript['cues'][number]

/** A cue, divided where a quotation begins and ends. */
export type QuotedCue = { at: number; before: string; quoted: string; after: string }

/** Finds a quotation, which begins and ends at any word and may go over several cues. */
export function quotedParts(cues: readonly Cue[], quotation: string): QuotedCue[] {
	const from =
		quotation === ''
			? -1
			: cues
					.map(({ text }) => text)
					.join(' ')
					.indexOf(quotation)
	const to = from < 0 ? -1 : from + quotation.length
	let begin = 0
	return cues.map(({ at, text }) => {
		const cut = (edge: number) => Math.min(Math.max(edge - begin, 0), text.length)
		const [first, last] = [cut(from), cut(to)]
		begin += text.length + 1
		return { at, before: text.slice(0, first), quoted: text.slice(first, last), after: text.slice(last) }
	})
}
