/** Up to two initials of a name, by user-perceived characters; the last is the surname's. */
export function initials(name: string): string {
	const segments = new Intl.Segmenter()
	const letters = name
		.split(/\s+/)
		.filter((word) => /\p{L}/u.test(word))
		.map((word) => first(segments, word.replace(/^[^\p{L}]+/u, '')))
	const [head = '', tail = ''] = [letters[0], letters.length > 1 ? letters.at(-1) : '']
	// In joined scripts two letters would merge into one shape.
	return /\p{Script=Arabic}/u.test(head) ? head : `${head}${tail}`.toLocaleUpperCase()
}

function first(segments: Intl.Segmenter, word: string): string {
	for (const { segment } of segments.segment(word)) return segment
	return ''
}

/** The name to use in thanks: the first word of a full name, or all of it where one word would be half a name. */
export function firstName(name: string): string {
	const whole = name.trim()
	const first = whole.split(/\s+/)[0] ?? ''
	return first.endsWith('.') || /\p{Script=Arabic}/u.test(first) ? whole : first
}
