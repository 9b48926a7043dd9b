import { clip } from './clip-text.ts'

const maxLength = 120
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Zero-width and direction characters. Joiners stay, as Persian, Hindi and emoji are written with them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const decimal = /^[^\p{L}\d.]*\d+[.,]\d+[^\p{L}\d.]*$/u
const scheme = /(?<=\p{L})[:：](?=[\p{L}\p{N}/\\+?])/gu
const at = /(?<=\S)[@＠](?=\S)/gu
const dot = /[.。．｡](?![\s.,;:!?)\]}"'»”’…]|$)/gu
/** A word that is written as an address after NFKC: it has a scheme, an at sign, `www.`, or a path after a dot. */
const address = /\p{L}:[\p{L}\p{N}/\\+?]|\S@\S|www\d*[.。]|\/\/|\\|[.。][^/?#]+[/?#]/iu
/** Zero-width non-joiner. Browsers refuse it at the beginning of a label (RFC 5892, appendix A.1), and ignore U+200B and U+2060. */
const nonJoiner = '\u200c'

/**
 * A name as it may stand in a mail. Anybody may type an address as the name of a space, a submitter or themselves, and mail programs
 * make links of addresses. "https://evil.example" becomes "https: //evil. example": a visible space holds in every program. "Cal.com"
 * may be an honest name. It reads as typed, with a non-joiner after the dot, so that a program that ignores the character links nothing
 * but an address that browsers refuse.
 */
export function plainName(name: string): string {
	const line = name
		.toWellFormed()
		.replace(invisible, '')
		.replace(breaks, ' ')
		.replace(/\\{2,}/g, '\\')
		.trim()
	if (!visible.test(line)) return '…'
	// The cut comes first: it bounds the cost of a long word, and joins nothing that was parted.
	return clip(line, maxLength).split(' ').map(partWord).join(' ')
}

function partWord(word: string): string {
	if (decimal.test(word)) return word
	if (!address.test(word.normalize('NFKC'))) return word.replace(dot, `$&${nonJoiner}`)
	return [dot, scheme, at].reduce((text, part) => text.replace(part, '$& '), word)
}
