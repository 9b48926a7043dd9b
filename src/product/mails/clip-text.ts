const segments = new Intl.Segmenter()

/** The beginning of a text on one line; longer ones end with an ellipsis at a whole character. */
export function clipWords(text: string, most: number): string {
	const line = text.replace(/\s+/g, ' ').trim()
	return clip(line, most)
}

/** The same with its line breaks. */
export function clip(text: string, most: number): string {
	if (text.length <= most) return text
	let end = 0
	for (const { index, segment } of segments.segment(text)) {
		if (index + segment.length > most) break
		end = index + segment.length
	}
	return `${text.slice(0, end).trimEnd()}…`
}
