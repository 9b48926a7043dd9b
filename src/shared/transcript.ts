/** Captions as text to read: what is said and when, in seconds from the start of the recording. */
export type Transcript = { locale: string; cues: { at: number; text: string }[] }

/** By the id of a testimonial; one a language. */
export type Transcripts = Readonly<Record<string, readonly Transcript[]>>

const timing = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})[ \t]+-->[ \t]+(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})/

/**
 * The cues of WebVTT as the server stores it.
 * @param trim the part of the recording that is shown; cues outside it are left out
 */
export function readCues(vtt: string, trim: { start: number; end: number } | null): Transcript['cues'] {
	const cues: Transcript['cues'] = []
	for (const block of vtt.split(/\n{2,}/)) {
		const lines = block.split('\n')
		const place = lines.findIndex((line) => timing.test(line))
		if (place < 0) continue
		const [, ...times] = timing.exec(lines[place] ?? '') ?? []
		const [start, end] = [toSeconds(times.slice(0, 4)), toSeconds(times.slice(4))]
		const text = plainText(lines.slice(place + 1).join(' '))
		if (text && (!trim || (start < trim.end && end > trim.start))) cues.push({ at: start, text })
	}
	return cues
}

function toSeconds([hours = '0', minutes = '0', seconds = '0', thousandths = '0']: (string | undefined)[]): number {
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' }

function plainText(text: string): string {
	return text
		.replace(/<[^>]*>/g, '')
		.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
		.trim()
}
