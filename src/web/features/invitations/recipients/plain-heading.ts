/** A heading or word without case, accents and punctuation; words that were written together by capitals are parted. */
export function plainHeading(text: string): string {
	return text
		.slice(0, 200)
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}✓✔]+/gu, ' ')
		.trim()
}
