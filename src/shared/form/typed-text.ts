/** Direction controls and marks without width. Joiners and variation selectors are none of them: Persian and emoji need those. */
const invisibleMarks = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Line ends of other systems: of Windows, of PowerPoint (VT), of a page (FF), NEL, and those of Unicode. */
const otherLineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Control characters but the newline, halves of a surrogate pair, and the byte order mark. */
const controls = /[^\P{Cc}\n]|\p{Cs}|\ufeff/gu

/** One-line text without the marks that would hide or reverse what stands beside it. */
export function withoutInvisibleMarks(line: string): string {
	return line.replace(invisibleMarks, '')
}

/**
 * Text that a person pasted or typed, without the control characters that editors and spreadsheets leave in it: a tab becomes a space, every
 * line end a newline, and the rest is dropped.
 * @param lines false for a one-line field, where a newline becomes a space and direction controls are dropped
 */
export function cleanTypedText(text: string, lines: boolean): string {
	const clean = text.replace(otherLineEnds, '\n').replaceAll('\t', ' ').replace(controls, '')
	return lines ? clean : withoutInvisibleMarks(clean.replaceAll('\n', ' '))
}
