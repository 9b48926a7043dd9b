const segments = new Intl.Segmenter()

/** How many characters a reader would count: an emoji family or a letter with its marks is one. */
export function countCharacters(text: string): number {
	// Plain Latin text needs no segmenting, and this runs on every key.
	if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
	let count = 0
	for (const _ of segments.segment(text)) count++
	return count
}

/** A count in the page's language. */
export function formatCount(count: number, lang: string): string {
	return new Intl.NumberFormat(lang).format(count)
}
