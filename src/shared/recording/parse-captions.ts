import { captionLimits } from '#shared/parser-limits.ts'
import { decodeCaptionText } from './caption-text.ts'
import { parseCaptionTime } from './caption-time.ts'
import type { Cue } from './cue.ts'

/** Why a file of captions is refused. */
export type CaptionProblem =
	| 'too_large'
	| 'no_cues'
	| 'too_many_cues'
	| 'bad_time'
	| 'end_before_start'
	| 'not_ascending'

/** `line` counts from 1, in the file as it was given. */
export type CaptionRefusal = { problem: CaptionProblem; line: number }

const timing = /^\s*(\S+)\s*--?>\s*(\S+)/
const skippedBlock = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

/**
 * Reads WebVTT, and SRT with the mistakes that people upload: a byte order mark, other line ends, decimal commas, no header, missing hours,
 * cue numbers, no empty line between cues. Positions, styles, regions and notes are dropped, and the text loses its tags.
 */
export function parseCaptions(file: string): { cues: Cue[] } | CaptionRefusal {
	if (new TextEncoder().encode(file).length > captionLimits.bytes) return { problem: 'too_large', line: 1 }
	const lines = file.replace(/^\ufeff/, '').split(/\r\n?|\n/)
	const cues: Cue[] = []
	let block: 'between' | 'skipped' | 'other' | { cue: Cue; words: string[] } = 'between'
	let last = 0

	const finish = () => {
		if (typeof block === 'string') return
		const text = decodeCaptionText(block.words.join('\n'))
		if (text !== '') cues.push({ ...block.cue, text })
	}
	for (const [at, line] of lines.entries()) {
		if (line.trim() === '') {
			finish()
			block = 'between'
		} else if (block === 'skipped' || (block === 'between' && skippedBlock.test(line))) {
			block = 'skipped'
		} else if (isTiming(line)) {
			// Without an empty line before it, the number of a cue was read as words of the former one.
			if (typeof block !== 'string' && /^\s*\d+\s*$/.test(block.words.at(-1) ?? '')) block.words.pop()
			finish()
			const read = parseTiming(line, last)
			if (typeof read === 'string') return { problem: read, line: at + 1 }
			last = read.start
			block = { cue: read, words: [] }
		} else if (typeof block === 'string') {
			block = 'other'
		} else {
			block.words.push(line)
		}
		if (cues.length > captionLimits.cues) return { problem: 'too_many_cues', line: at + 1 }
	}
	finish()
	if (cues.length > captionLimits.cues) return { problem: 'too_many_cues', line: lines.length }
	return cues.length === 0 ? { problem: 'no_cues', line: lines.length } : { cues }
}

/** A line of words may contain an arrow: one of times has a digit or a colon at its beginning. */
function isTiming(line: string): boolean {
	return line.includes('-->') || (timing.test(line) && /^\s*[\d:]/.test(line))
}

function parseTiming(line: string, earliest: number): Cue | CaptionProblem {
	const [, from = '', to = ''] = timing.exec(line) ?? []
	const start = parseCaptionTime(from)
	const end = parseCaptionTime(to)
	if (start === null || end === null) return 'bad_time'
	if (end <= start) return 'end_before_start'
	if (start < earliest) return 'not_ascending'
	return { start, end, text: '' }
}
