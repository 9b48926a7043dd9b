/** Collects text between elements: spaces and line breaks are put before the next word, so that none are doubled or trail. */
export function createPlainText(keepsLines: boolean) {
	const parts: string[] = []
	let lines = 0
	let hasSpace = false
	let item = ''
	/** An element ended its line, so that a line break of the text behind it adds none. */
	let hasEnded = false

	function push(word: string): void {
		if (parts.length > 0) parts.push('\n'.repeat(Math.min(lines, 2)) || (hasSpace ? ' ' : ''))
		parts.push(item, word)
		lines = 0
		hasSpace = false
		item = ''
		hasEnded = false
	}
	function atLeast(wanted: number): void {
		lines = Math.max(lines, wanted)
		hasEnded = true
	}

	return {
		add(text: string): void {
			for (const piece of text.split(/([ \t\n\f\u00a0]+)/)) {
				if (piece === '') continue
				if (!/^[ \t\n\f\u00a0]/.test(piece)) push(piece)
				else if (keepsLines && piece.includes('\n')) {
					lines += piece.split('\n').length - (hasEnded ? 2 : 1)
					hasEnded = false
				} else hasSpace = true
			}
		},
		space(): void {
			hasSpace = true
		},
		breakLine(): void {
			lines++
		},
		endLine(): void {
			atLeast(1)
		},
		/** @param isLine whether the line breaks of the text itself set paragraphs apart */
		endParagraph(isLine: boolean): void {
			atLeast(isLine ? 1 : 2)
		},
		beginItem(): void {
			// The line breaks between the tags of a list are no empty lines.
			lines = parts.length > 0 ? 1 : 0
			item = '- '
		},
		text(): string {
			return parts.join('')
		},
	}
}
