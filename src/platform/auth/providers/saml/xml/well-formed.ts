const comment = /<!--[\s\S]*?-->/g
const characterData = /<!\[CDATA\[[\s\S]*?\]\]>/g
const strayAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/

/**
 * True for XML that a strict parser accepts without a warning. Lenient parsers repair malformed XML, each in its own way;
 * where two of them read one message, an attacker can make them read different things.
 */
export async function isWellFormed(xml: string): Promise<boolean> {
	// Loaded on demand: most processes never need it.
	const { DOMParser, onWarningStopParsing } = await import('@xmldom/xmldom')
	try {
		const parser = new DOMParser({ locator: false, onError: onWarningStopParsing })
		parser.parseFromString(xml, 'application/xml')
	} catch {
		return false
	}
	// The parser accepts an ampersand that starts no reference.
	return !strayAmpersand.test(xml.replace(comment, '').replace(characterData, ''))
}
