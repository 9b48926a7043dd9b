/**
 * The part of a testimonial that walls show: one contiguous range in code points, end exclusive (`excerpt_start`,
 * `excerpt_end`). Both null means the whole text.
 */
export type Excerpt = { start: number; end: number }

/** Code points before a UTF-16 offset, as a browser selection gives it. */
export const toCodePointOffset = (text: string, units: number): number => Array.from(text.slice(0, units)).length

const splitWords = (text: string) => new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)

/** Words with adjacent punctuation, in code points, so that no sentence loses its full stop. */
export const segmentWords = (text: string): Excerpt[] => {
	const words: Excerpt[] = []
	let at = 0
	let isAttached = false
	for (const { segment, isWordLike } of splitWords(text)) {
		const end = at + Array.from(segment).length
		const last = words.at(-1)
		if (/^\s+$/u.test(segment)) isAttached = false
		else if (isAttached && last && !isWordLike) last.end = end
		else {
			words.push({ start: at, end })
			isAttached = true
		}
		at = end
	}
	return words
}

/** Number of words; punctuation on its own is none. */
export const countWords = (text: string): number => [...splitWords(text)].filter((part) => part.isWordLike).length

/**
 * The smallest run of whole words around a selection in code points; null when it touches none or covers everything.
 */
export const snapToWords = (text: string, start: number, end: number): Excerpt | null => {
	const words = segmentWords(text)
	const touched = words.filter((word) => word.end > start && word.start < end)
	const first = touched[0]
	const last = touched.at(-1)
	if (!first || !last || touched.length === words.length) return null
	return { start: first.start, end: last.end }
}

/** Moves one edge by whole words within the text; at least one word remains. */
export const moveEdge = (text: string, excerpt: Excerpt, edge: 'start' | 'end', by: 1 | -1): Excerpt => {
	const words = segmentWords(text)
	const first = words.findIndex((word) => word.end > excerpt.start)
	const last = words.findLastIndex((word) => word.start < excerpt.end)
	if (edge === 'start') {
		const start = words[Math.min(Math.max(first + by, 0), last)]?.start
		return start === undefined ? excerpt : { start, end: excerpt.end }
	}
	const end = words[Math.max(Math.min(last + by, words.length - 1), first)]?.end
	return end === undefined ? excerpt : { start: excerpt.start, end }
}
