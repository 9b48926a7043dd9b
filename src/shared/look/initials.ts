/** The letters that stand in place of a missing picture: one rule for the app, public pages and embeds. */

const letter = /\p{L}/u
/** Scripts whose letters join: two of them would merge into one shape that reads as a word. */
const joined = /[\u0590-\u08ff]/
/** The Arabic article precedes most family names and is skipped. */
const article = /^ال(?=..)/

/** One or two capital initials of a person's name, of its first and last word; a dot when it has no letter. */
export function initials(name: string): string {
	const words = wordsOf(name)
	const first = firstLetter(words[0])
	const last = words.length > 1 ? firstLetter(words.at(-1)) : ''
	return first + (joined.test(first) && last ? '\u200c ' : '') + last || '·'
}

/** The one letter or digit for an organisation without a logo; a quotation mark when its name has neither. */
export function monogram(name: string): string {
	return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '“'
}

const wordsOf = (name: string) => name.split(/\s+/).filter((word) => letter.test(word))

function firstLetter(word: string | undefined): string {
	return letter.exec(word?.replace(article, '') ?? '')?.[0].toLocaleUpperCase() ?? ''
}
