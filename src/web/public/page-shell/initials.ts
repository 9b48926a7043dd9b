/** Up to two first letters of a name, by what a reader calls a character; the surname's is the last. */
export function initials(name: string): string {
	const segments = new Intl.Segmenter()
	const letters = name
		.split(/\s+/)
		.filter((word) => /\p{L}/u.test(word))
		.map((word) => first(segments, word.replace(/^[^\p{L}]+/u, '')))
	const [head = '', tail = ''] = [letters[0], letters.length > 1 ? letters.at(-1) : '']
	// Joined scripts would fuse two letters into one shape.
	return /\p{Script=Arabic}/u.test(head) ? head : `${head}${tail}`.toLocaleUpperCase()
}

function first(segments: Intl.Segmenter, word: string): string {
	for (const { segment } of segments.segment(word)) return segment
	return ''
}
