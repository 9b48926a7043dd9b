import { isUtf8 } from 'node:buffer'
import { utf8SequenceAt } from './utf8-bytes.ts'

/** Added to a bad byte, it gives a character of the last private use area, which every parser hands on. */
const mark = 0x10ff00
const marks = /[\u{10ff80}-\u{10ffff}]+/gu
/** A longer run is no single letter among others of UTF-8: it is of an encoding with other letters. */
const longestRun = 3
const replacement = '\ufffd'
const windows1252 = new TextDecoder('windows-1252')

/** Decodes UTF-8 in which some bytes are bad. Each becomes a mark, which `repairBadBytes` replaces. */
export function decodeWithMarks(bytes: Buffer): string {
	if (isUtf8(bytes)) return bytes.toString('utf8')
	let text = ''
	let start = 0
	for (let at = 0; at < bytes.length; ) {
		const length = utf8SequenceAt(bytes, at)
		if (length === 0) {
			text += bytes.toString('utf8', start, at) + String.fromCodePoint(mark + (bytes[at] ?? 0))
			start = at + 1
		}
		at += Math.max(1, length)
	}
	return text + bytes.toString('utf8', start)
}

/**
 * Replaces the marks of bad bytes in a text: by letters of Windows-1252 where they read as such, else by a replacement character.
 * @returns the text itself when it has none
 */
export function repairBadBytes(text: string): string {
	return text.replace(marks, (run) => {
		const bytes = Uint8Array.from(run, (character) => (character.codePointAt(0) ?? mark) - mark)
		if (bytes.length > longestRun || isCutSequence(bytes)) return replacement.repeat(bytes.length)
		return windows1252.decode(bytes).replace(/[\x80-\x9f]/g, replacement)
	})
}

/** A letter of UTF-8 whose end is missing: most accented letters begin with C2 or C3, others are followed by a byte of their middle. */
function isCutSequence(bytes: Uint8Array): boolean {
	const [first = 0, second] = bytes
	if (first === 0xc2 || first === 0xc3) return true
	return first >= 0xe0 && first <= 0xf4 && second !== undefined && second >= 0x80 && second <= 0xbf
}
