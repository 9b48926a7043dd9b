/** Characters that no XML document may contain: https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Escapes text for an element or a quoted attribute of XML. */
export function escapeXml(text: string): string {
	return text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
