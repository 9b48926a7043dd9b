/**
 * Widths of letters of a usual serif in parts of the type size, which is what a server knows of the visitor's font. A
 * little wide, so that reserved room is rather too much than too little.
 */
const letterWidths: readonly (readonly [RegExp, number])[] = [
	[/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g, 1],
	[/[mwMW@%—…]|\p{Extended_Pictographic}/gu, 0.88],
	[/[A-Z0-9\p{Lu}]/gu, 0.64],
	[/[iljtfrI.,;:'’!|()\s-]/g, 0.32],
	[/[\p{Mn}\u200b-\u200f]/gu, 0],
]
const otherWidth = 0.52

/** Widths of the latest short words: a wall is estimated at several widths, and again at each change in the studio. */
const wordWidths = new Map<string, number>()
const mostWords = 5_000
/** Letters of the longest word that is kept. */
const longestWord = 12

/** The width of a word, in parts of its type size. */
function wordWidth(word: string): number {
	if (word.length > longestWord) return lineWidth(word)
	const known = wordWidths.get(word)
	if (known !== undefined) return known
	if (wordWidths.size >= mostWords) wordWidths.clear()
	const width = lineWidth(word)
	wordWidths.set(word, width)
	return width
}

/** The width of a text on one line, in parts of its type size. */
function lineWidth(text: string): number {
	let rest = text
	let sum = 0
	for (const [letters, width] of letterWidths) {
		const without = rest.replace(letters, '')
		sum += (rest.length - without.length) * width
		rest = without
	}
	return sum + rest.length * otherWidth
}

/**
 * The lines that a text takes.
 * @param room width of the box in px
 * @param size of the type in px
 * @param scale how wide the letters are, compared with the usual ones
 * @param most lines that are shown; counting ends there
 */
export function countLines(text: string, room: number, size: number, most: number, scale = 1): number {
	const width = room / (size * scale)
	let lines = 1
	let at = 0
	for (const word of `“${text}”`.split(/\s+/)) {
		const wide = wordWidth(word)
		if (at > 0 && at + wide > width) {
			lines++
			at = 0
		}
		// A word longer than a line breaks anywhere, as does Chinese or Japanese text.
		lines += Math.max(0, Math.ceil((at + wide) / width) - 1)
		at = ((at + wide) % width) + 0.26
		if (lines >= most) return most
	}
	return lines
}
