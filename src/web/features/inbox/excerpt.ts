/**
 * The part of a testimonial that walls show: one contiguous piece, in code points, end exclusive
 * (product.md §3 `excerpt_start`, `excerpt_end`). Both null means the whole text.
 */
export type Excerpt = { start: number; end: number }

/** Code points before a UTF-16 offset, as a browser selection gives it. */
export const toPoints = (text: string, units: number): number =>
	Array.from(text.slice(0, units)).length

/** UTF-16 offset of a code point offset. */
export const toUnits = (text: string, points: number): number =>
	Array.from(text).slice(0, points).join('').length

export type Split = { before: string; shown: string; after: string }

/** The text in three parts; without an excerpt everything is shown. */
export const splitExcerpt = (text: string, excerpt: Excerpt | null): Split => {
	if (excerpt === null) return { before: '', shown: text, after: '' }
	const points = Array.from(text)
	return {
		before: points.slice(0, excerpt.start).join(''),
		shown: points.slice(excerpt.start, excerpt.end).join(''),
		after: points.slice(excerpt.end).join(''),
	}
}

type Word = { start: number; end: number }

/** Words with the punctuation that hangs on them, in code points, so that no sentence loses its full stop. */
export const wordsOf = (text: string): Word[] => {
	const words: Word[] = []
	let at = 0
	let glued = false
	for (const { segment, isWordLike } of new Intl.Segmenter(undefined, {
		granularity: 'word',
	}).segment(text)) {
		const end = at + Array.from(segment).length
		const last = words.at(-1)
		if (/^\s+$/u.test(segment)) glued = false
		else if (glued && last && !isWordLike) last.end = end
		else {
			words.push({ start: at, end })
			glued = true
		}
		at = end
	}
	return words
}

/** Words a reader would count: punctuation on its own is none. */
export const countWords = (text: string): number => {
	let count = 0
	for (const part of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
		if (part.isWordLike) count += 1
	return count
}

/**
 * The smallest run of whole words around a selection in code points; null when it touches none.
 * A selection of everything is null too: the whole text is no excerpt.
 */
export const snapToWords = (text: string, start: number, end: number): Excerpt | null => {
	const words = wordsOf(text)
	const touched = words.filter((word) => word.end > start && word.start < end)
	const first = touched[0]
	const last = touched.at(-1)
	if (!first || !last || touched.length === words.length) return null
	return { start: first.start, end: last.end }
}

/** Moves one edge by whole words; it stops at the text's ends and leaves at least one word. */
export const moveEdge = (
	text: string,
	excerpt: Excerpt,
	edge: 'start' | 'end',
	by: 1 | -1,
): Excerpt => {
	const words = wordsOf(text)
	const first = words.findIndex((word) => word.end > excerpt.start)
	const last = words.findLastIndex((word) => word.start < excerpt.end)
	if (edge === 'start') {
		const start = words[Math.min(Math.max(first + by, 0), last)]?.start
		return start === undefined ? excerpt : { start, end: excerpt.end }
	}
	const end = words[Math.max(Math.min(last + by, words.length - 1), first)]?.end
	return end === undefined ? excerpt : { start: excerpt.start, end }
}
