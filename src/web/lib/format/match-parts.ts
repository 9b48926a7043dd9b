import { foldText } from './fold-text.ts'

/** A text in parts; those that a search found are marked. */
export type MatchPart = { text: string; isMatch: boolean; at: number }

const words = /[\p{L}\p{M}\p{N}]+|\p{Extended_Pictographic}/gu
/** Scripts without spaces, and signs: they are found inside of what looks like one word. */
const unspaced = /[\p{Script=Thai}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Extended_Pictographic}]/u

/** The words that a search looks for, without those that a minus excludes. */
const soughtWords = (search: string): string[] =>
	[...search.replace(/(^|\s)-\S+/g, ' ').matchAll(words)]
		.map(([word]) => foldText(word))
		.filter((word) => word !== 'or')

/** The beginning that words of one stem have in common: the server compares stems, which are not known here. */
const stemOf = (word: string): string => (word.length < 5 ? word : word.slice(0, Math.max(4, word.length - 3)))

/** Where a word of the text matches, as start and length. */
const matchIn = (word: string, sought: readonly string[]): [start: number, length: number] | null => {
	const folded = foldText(word)
	for (const one of sought) {
		if (unspaced.test(one)) {
			const start = word.indexOf(one)
			if (start >= 0) return [start, one.length]
		} else if (folded.startsWith(one) || (one.length > 4 && folded.length > 4 && folded.startsWith(stemOf(one))))
			return [0, word.length]
	}
	return null
}

/** From the last word boundary of a beginning on, with an ellipsis for what was left out. */
const shorten = (before: string, lead: number): string => {
	if (before.length <= lead + 12) return before
	const tail = before.slice(-lead)
	return `… ${tail.slice(tail.search(/\s/) + 1)}`
}

/**
 * Splits a text at the words that a search found. A beginning longer than `lead` is shortened, so that the first match stays
 * visible; without a match the text is one part. At most `most` characters are kept.
 */
export const matchParts = (text: string, search: string, lead = 18, most = Number.POSITIVE_INFINITY): MatchPart[] => {
	const sought = soughtWords(search)
	const parts: MatchPart[] = []
	const add = (part: string, isMatch: boolean, at: number) => {
		if (part !== '') parts.push({ text: part, isMatch, at })
	}
	let end = 0
	let start = 0
	for (const { 0: word, index } of sought.length === 0 ? [] : text.matchAll(words)) {
		if (end > 0 && index - start > most) break
		const match = matchIn(word, sought)
		if (!match) continue
		const from = index + match[0]
		const before = text.slice(end, from)
		if (end === 0) start = from
		add(end === 0 ? shorten(before, lead) : before, false, end)
		end = from + match[1]
		add(text.slice(from, end), true, from)
	}
	add(text.slice(end, Math.max(end, start + most)), false, end)
	return parts
}
