const blank = /[\t\n\r ]*/y
const text = /[^<&]+/y
const reference = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/y
const name = '[\\p{L}_][\\p{L}\\p{N}_.·-]*(?::[\\p{L}_][\\p{L}\\p{N}_.·-]*)?'
const value = `"[^<"]*"|'[^<']*'`
const attribute = `[\\t\\n\\r ]+${name}[\\t\\n\\r ]*=[\\t\\n\\r ]*(?:${value})`
const startTag = new RegExp(`<(${name})((?:${attribute})*)[\\t\\n\\r ]*(/?)>`, 'uy')
const endTag = new RegExp(`</(${name})[\\t\\n\\r ]*>`, 'uy')
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/

/**
 * Whether a text is XML to the letter: tags closed in order, values quoted, no references but the five of XML and
 * numbers. Parsers forgive the rest, each in its own way, and print what they forgave; where two of them read one
 * message, forgiveness is a hole. Document types are unknown here.
 */
export function isWellFormed(xml: string): boolean {
	const open: string[] = []
	let at = 0
	let roots = 0
	const take = (pattern: RegExp) => {
		pattern.lastIndex = at
		const match = pattern.exec(xml)
		if (match) at = pattern.lastIndex
		return match
	}
	const skip = (opening: string, closing: string) => {
		if (!xml.startsWith(opening, at)) return false
		const end = xml.indexOf(closing, at + opening.length)
		// What is never closed takes the rest, which leaves the root open or missing.
		at = end < 0 ? xml.length : end + closing.length
		return end >= 0
	}
	while (at < xml.length) {
		const isInside = open.length > 0
		if (take(isInside ? text : blank)?.[0]) continue
		if (isInside && (take(reference) || skip('<![CDATA[', ']]>'))) continue
		if (skip('<?', '?>')) continue
		// Two hyphens end a comment, and then only ">" may come.
		if (skip('<!--', '--')) {
			if (xml[at++] !== '>') return false
			continue
		}
		if (at >= xml.length) return false
		const end = take(endTag)
		if (end) {
			if (open.pop() !== end[1]) return false
			continue
		}
		const start = take(startTag)
		if (!start || strayAmpersand.test(start[2] ?? '')) return false
		if (!isInside && ++roots > 1) return false
		if (!start[3]) open.push(start[1] ?? '')
	}
	return roots === 1 && open.length === 0
}
