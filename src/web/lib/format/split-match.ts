/** A text in three parts around the first place that matches a search. */
export type MatchParts = { before: string; match: string; after: string }

/** Characters that stand before a match when the beginning of a long text is left out. */
const lead = 18

/** The beginning of a text from the last word boundary on, with an ellipsis for what was left out. */
const shorten = (before: string): string => {
	if (before.length <= lead + 12) return before
	const tail = before.slice(-lead)
	const space = tail.search(/\s/)
	return `… ${tail.slice(space + 1)}`
}

/**
 * Splits a text at the first match of a search, ignoring case as the database does; null without one. A long beginning
 * is shortened at a word, so that the match stays visible in one line.
 */
export const splitMatch = (text: string, search: string): MatchParts | null => {
	const needle = search.trim()
	if (needle === '') return null
	const found = new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').exec(text)
	if (!found) return null
	return {
		before: shorten(text.slice(0, found.index)),
		match: found[0],
		after: text.slice(found.index + found[0].length),
	}
}
