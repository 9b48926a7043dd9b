import { clip } from './clip-text.ts'

const maxLength = 120
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** Zero-width and direction characters. Joiners stay, as Persian, Hindi and emoji are written with them. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
const decimal = /^[^\p{L}\d.]*\d+[.,]\d+[^\p{L}\d.]*$/u
/** Where a space ends an address: after a dot, a scheme or an at sign within a word. */
const addressParts = [
	/[.。．｡](?![\s.,;:!?)\]}"'»”’…]|$)/gu,
	/(?<=\p{L})[:：](?=[\p{L}\p{N}/\\+?])/gu,
	/(?<=\S)[@＠](?=\S)/gu,
]

/**
 * A name as it may stand in a mail. Anybody may type an address as the name of a space, a submitter or themselves, and mail programs
 * make links of addresses: "https://evil.example" becomes "https: //evil. example". A visible space holds in every program, while
 * invisible characters are ignored by some.
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
	return clip(line, maxLength).split(' ').map(partAddress).join(' ')
}

function partAddress(word: string): string {
	if (decimal.test(word)) return word
	return addressParts.reduce((text, part) => text.replace(part, '$& '), word)
}
