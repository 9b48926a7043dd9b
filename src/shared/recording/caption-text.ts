const tags = /<\/?[a-z][^<>]*>|<[\d:.,]+>/gi
const entities = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));/gi
const named: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: '\u00a0',
	lrm: '\u200e',
	rlm: '\u200f',
}

/**
 * The plain text of a cue as a file has it: without tags (`<v Name>`, `<i>`, `<00:01.000>`), entities decoded once, without control characters and
 * empty lines. Its result is text, which may contain `<`; `encodeCaptionText` writes it.
 */
export function decodeCaptionText(raw: string): string {
	return plainCaptionText(
		raw
			.replace(tags, '')
			.replace(entities, (whole, decimal?: string, hexadecimal?: string, name?: string) =>
				name === undefined
					? characterOf(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal), whole)
					: (named[name.toLowerCase()] ?? whole),
			),
	)
}

/** Typed text in the form that a cue has: trimmed lines, none of them empty, no control characters. */
export function plainCaptionText(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?|[\u2028\u2029]/g, '\n')
		.replace(/\t/g, ' ')
		.replace(/(?!\n)\p{Cc}|\ufeff/gu, '')
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join('\n')
}

/** The text as WebVTT has it, so that no part of it is read as a tag, an entity or a time. */
export function encodeCaptionText(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function characterOf(code: number, otherwise: string): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}
